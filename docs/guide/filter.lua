-- From the Markdown that course/guide.py writes to typst: what pandoc does not do by itself.

local known = {}       -- chapter ids, for links between chapters

local function typst(text) return pandoc.RawInline("typst", text) end
local function typst_block(text) return pandoc.RawBlock("typst", text) end

local function quoted(text)
  return '"' .. text:gsub("\\", "\\\\"):gsub('"', '\\"'):gsub("\n", " ") .. '"'
end

-- A formula's alternative text: its TeX, with the commands that only shape it taken away.
local words = {
  frac = " fraction ", sum = "sum ", cdot = " times ", log = "log", sqrt = "root of ",
  bar = "mean ", max = "max", min = "min", ldots = "…", dots = "…", times = " times ",
  le = " at most ", ge = " at least ", lfloor = "floor of ", rfloor = "", bigcup = "union ",
  cos = "cosine", infty = "infinity", in_ = " in ", Delta = "Delta", approx = " about ",
  Binomial = "Binomial",
}
local function spoken(tex)
  local text = tex:gsub("\\(%a+)%s*", function(name) return words[name] or "" end)
  text = text:gsub("\\[,;!: ]", " "):gsub("_", " sub "):gsub("%^", " to the power ")
  text = text:gsub("[{}]", " "):gsub("%s+", " "):gsub("^ ", ""):gsub(" $", "")
  return text
end

-- At the start of a cell typst would take it for a list of terms, and pandoc does not say so.
function Str(str)
  if str.text == "/" then return typst("\\/") end
end

function Math(formula)
  local made = pandoc.write(pandoc.Pandoc({ pandoc.Plain({ formula }) }), "typst")
  made = made:gsub("^%s+", ""):gsub("%s+$", "")
  local block = formula.mathtype == "DisplayMath"
  return typst(string.format("#math.equation(alt: %s, block: %s, %s)", quoted(spoken(formula.text)),
    tostring(block), made:gsub("^%$%s+", "$"):gsub("%s+%$$", "$")))
end

function Image(image)
  local alt = image.attributes.alt or pandoc.utils.stringify(image.caption)
  return typst(string.format("#picture(%s, %s)", quoted(image.src), quoted(alt)))
end

function Header(header)
  if not header.classes:includes("part") then header.level = header.level + 1 end
  return header
end

function Link(link)
  if link.target:match("^https?:") then return link end
  local stem = link.target:gsub("#.*", ""):match("([^/]+)%.%a+$")
  if stem and link.target:match("assignments/") then stem = "assignment-" .. stem end
  if stem and known["chapter-" .. stem] then
    link.target = "#chapter-" .. stem
    return link
  end
  return link.content
end

-- Columns of numbers are set to the right. Cells are counted from the right, because cells that
-- span rows stand on the left.
local function align_numbers(found)
  local count, numeric = #found.colspecs, {}
  for _, body in ipairs(found.bodies) do
    for _, row in ipairs(body.body) do
      for place, cell in ipairs(row.cells) do
        local column = count - #row.cells + place
        local text = pandoc.utils.stringify(cell.contents)
        if text ~= "" and text ~= "NaN" and not text:match("^[-−]?[%d.,]+%s?%%?$") then
          numeric[column] = false
        elseif numeric[column] == nil then
          numeric[column] = true
        end
      end
    end
  end
  for column, spec in ipairs(found.colspecs) do
    spec[1] = numeric[column] and pandoc.AlignRight or pandoc.AlignLeft
    spec[2] = nil
  end
  return found
end

function CodeBlock(code)
  if code.classes:includes("dataframe") then
    local read = pandoc.read(code.text, "html")
    return read:walk({
      Table = function(found)
        for _, row in ipairs(found.head.rows) do
          for _, cell in ipairs(row.cells) do cell.alignment = pandoc.AlignDefault end
        end
        return align_numbers(found)
      end,
    }).blocks
  end
  local box = code.classes:includes("output") and "output" or "code"
  code.classes = code.classes:filter(function(name) return name ~= "output" end)
  local longest = 0
  for line in code.text:gmatch("[^\n]+") do longest = math.max(longest, utf8.len(line) or #line) end
  -- 436 points of width, and a letter of this font is 0.602 of its size wide.
  local size = math.max(5.8, math.min(7.3, 436 / 0.602 / math.max(1, longest)))
  return { typst_block(string.format("#%s(size: %.2fpt)[", box, size)), code, typst_block("]") }
end

-- Columns as wide as their text asks for. Without this a long cell leaves no room for the others.
function Table(found)
  local longest, words, total = {}, {}, 0
  local function look(rows)
    for _, row in ipairs(rows) do
      for place, cell in ipairs(row.cells) do
        local column = #found.colspecs - #row.cells + place
        local text = pandoc.utils.stringify(cell.contents)
        longest[column] = math.max(longest[column] or 0, utf8.len(text) or #text)
        for word in text:gmatch("%S+") do
          words[column] = math.max(words[column] or 0, utf8.len(word) or #word)
        end
      end
    end
  end
  look(found.head.rows)
  for _, body in ipairs(found.bodies) do look(body.body) end
  for _, spec in ipairs(found.colspecs) do
    if spec[1] == pandoc.AlignDefault then spec[1] = pandoc.AlignLeft end
  end
  for _, length in pairs(longest) do total = total + length end
  if total > 88 then
    -- Room for the longest word first (points, of 454), then shares of the rest by length.
    local least, asked, left, all = {}, {}, 454, 0
    for column = 1, #found.colspecs do
      least[column] = math.min(165, 12 + 5 * (words[column] or 0))
      asked[column] = math.min(longest[column] or 0, 70)
      left, all = left - least[column], all + asked[column]
    end
    for column, spec in ipairs(found.colspecs) do
      spec[2] = (least[column] + math.max(0, left) * asked[column] / all) / 454
    end
  else
    for _, spec in ipairs(found.colspecs) do spec[2] = nil end
  end
  return found
end

-- Boxes of the preamble.
local function blocks_of_divs(div)
  local kind = div.classes[1]
  local made = pandoc.List()
  if kind == "answer" or kind == "asked" or kind == "checks" or kind == "callout" then
    local title = div.attributes.title
    made:insert(typst_block("#" .. kind .. (title and "(title: " .. quoted(title) .. ")" or "") .. "["))
    made:extend(div.content)
    made:insert(typst_block("]"))
    return made
  elseif kind == "lines" then
    return typst_block("#lines(" .. (div.attributes.number or "8") .. ")")
  end
  return div.content
end

-- A list of terms without pandoc's blocks, which would take a line each.
local function terms(list)
  local function written(blocks)
    return (pandoc.write(pandoc.Pandoc(blocks), "typst", { wrap_text = "wrap-none" })
      :gsub("^%s+", ""):gsub("%s+$", ""))
  end
  local items = {}
  for _, item in ipairs(list.content) do
    table.insert(items, "terms.item[" .. written({ pandoc.Plain(item[1]) }) .. "]["
      .. written(item[2][1]) .. "]")
  end
  return typst_block("#terms(" .. table.concat(items, ", ") .. ")")
end

-- In this order: tables out of HTML first, then what stands in them.
return {
  { Header = function(header)
      if header.identifier:match("^chapter%-") then known[header.identifier] = true end
    end },
  { CodeBlock = CodeBlock },
  { Table = Table },
  { Header = Header, Str = Str, Math = Math, Image = Image, Link = Link, Div = blocks_of_divs,
    DefinitionList = terms },
}
