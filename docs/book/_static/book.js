// Draw the formulas with the KaTeX that stands beside this file. A page without any does not load it.
document.addEventListener("DOMContentLoaded", () => {
  if (!window.katex) return;
  // A formula that is too wide scrolls in its box; then it can be scrolled with the keyboard, too.
  const sizes = new ResizeObserver(all => {
    for (const { target } of all) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  for (const place of document.querySelectorAll(".math")) {
    const displayMode = place.tagName === "DIV";
    katex.render(place.textContent.trim(), place, { displayMode, throwOnError: false });
    if (displayMode) sizes.observe(place);
  }
});
