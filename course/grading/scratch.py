"""From scratch: answers that lean on a library which already has the metric are refused.

This reads code, it does not run it. So it gives a clear sentence to those who did not know;
those who hide a name from it find the library missing where their code is run.
"""

import ast
import symtable

CALLS = {"__import__", "import_module", "exec", "eval"}


def leaning(cells, deny):
    """Which answers use a denied module: {cell id: module}.

    cells: the notebook's cells in order, as (id, source, kind); kind is "answer", "own" (a cell
    of the student's) or "locked". deny: module names; a submodule of one counts too.
    """
    trees = [(name, tree, kind) for name, source, kind in cells
             if (tree := _parsed(source)) is not None]
    bound = {}  # a name -> the denied module it leads to
    for _, tree, _ in trees:
        bound.update(_imported(tree, deny))
    # A helper that uses such a name leads there too, and so on.
    while True:
        more = {}
        for _, tree, kind in trees:
            for statement in tree.body if kind != "locked" else []:
                module = _used(ast.Module([statement], []), bound, deny)
                for target in _defined(statement) if module else ():
                    if target not in bound:
                        more[target] = module
        if not more:
            break
        bound.update(more)
    return {name: module for name, tree, kind in trees
            if kind == "answer" and (module := _used(tree, bound, deny))}


def _parsed(source):
    # Magics and shell lines are no Python; what they do is not looked at.
    lines = ["" if line.lstrip()[:1] in ("%", "!") else line for line in source.splitlines()]
    try:
        return ast.parse("\n".join(lines))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _denied(module, deny):
    return next((name for name in deny if module == name or module.startswith(name + ".")), None)


def _imported(tree, deny):
    """{name: denied module} of the import statements anywhere in a tree."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if _denied(alias.name, deny):
                    found[alias.asname or alias.name.split(".")[0]] = alias.name
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                for module in (node.module or "", f"{node.module}.{alias.name}"):
                    if _denied(module, deny):
                        found[alias.asname or alias.name] = node.module
    # `course` itself is no secret: `import course.metrics` binds it, and so does the set-up.
    found.pop("course", None)
    return found


def _defined(statement):
    """The names that a top-level statement of a cell gives a meaning."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {statement.name}
    return {node.id for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _used(tree, bound, deny):
    """The denied module that a piece of code leads to, or None."""
    own = _imported(tree, deny)
    if own:
        return next(iter(own.values()))
    for name in _global_names(tree) - _made_here(tree, bound):
        if name in bound:
            return bound[name]
    dynamic = False
    texts = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else \
                [alias.name for alias in node.names]
            for module in modules:
                if _denied(module, deny):
                    return module
        if isinstance(node, ast.Attribute):
            dotted = _dotted(node)
            if dotted and _denied(dotted, deny):
                return _denied(dotted, deny)
            dynamic = dynamic or node.attr in CALLS or node.attr == "modules"
        if isinstance(node, ast.Name) and node.id in CALLS:
            dynamic = True
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.append(node.value)
    if dynamic:
        for text in texts:
            for name in deny:
                if name in text:
                    return name
    return None


def _global_names(tree):
    """The names of the notebook that a piece of code uses; a function's own names are not."""
    try:
        waiting = [symtable.symtable(ast.unparse(tree), "<cell>", "exec")]
    except (SyntaxError, ValueError, RecursionError):
        return set()
    found = set()
    while waiting:
        table = waiting.pop()
        waiting += table.get_children()
        top = table.get_type() == "module"
        found |= {symbol.get_name() for symbol in table.get_symbols()
                  if symbol.is_referenced() and (top or symbol.is_global())}
    return found


def _made_here(tree, bound):
    """Names that a cell makes at its top from something else, before it uses them."""
    made = set()
    for statement in tree.body:
        if isinstance(statement, ast.Assign):
            used = {node.id for node in ast.walk(statement.value) if isinstance(node, ast.Name)}
            if not used & bound.keys():
                made |= _defined(statement)
    return made


def _dotted(node):
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else None
