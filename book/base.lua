-- What all parts of book need: files, HTML, and what is where in the book. book/make
-- says where the book is made (BOOK, BOOK_WORK) and of which texts (BOOK_TEXTS).

local base = {
  book = os.getenv("BOOK"), work = os.getenv("BOOK_WORK"),
  texts = pandoc.List(),
  root = "", -- from this page to the book's folder: "" or "../"
}
for text in os.getenv("BOOK_TEXTS"):gmatch("%S+") do base.texts:insert(text) end

function base.read(path)
  local file = io.open(path)
  local text = file and file:read("a")
  if file then file:close() end
  return text
end

function base.write(path, text, mode)
  local file = assert(io.open(path, mode or "w"))
  file:write(text)
  file:close()
end

-- HTML --------------------------------------------------------------------------------------------

function base.escaped(text)
  return (text:gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

-- Korean words say that they are Korean, for voices and for the choice of a font. The pieces of a
-- text, every second of them Korean.
function base.korean_pieces(text)
  local pieces, is_korean = pandoc.List({ "" }), false
  for _, c in utf8.codes(text) do
    if (c >= 0xAC00 and c <= 0xD7A3) ~= is_korean then
      is_korean = not is_korean
      pieces:insert("")
    end
    pieces[#pieces] = pieces[#pieces] .. utf8.char(c)
  end
  return pieces
end

function base.with_korean(html)
  local out = {}
  for i, piece in ipairs(base.korean_pieces(html)) do
    out[i] = i % 2 == 0 and '<span lang="ko">' .. piece .. "</span>" or piece
  end
  return table.concat(out)
end

function base.raw(html) return pandoc.RawBlock("html", html) end
function base.raw_inline(html) return pandoc.RawInline("html", html) end

local options = pandoc.WriterOptions({ html_math_method = "mathml", wrap_text = "wrap-none" })
function base.html_of_blocks(blocks) return pandoc.write(pandoc.Pandoc(blocks), "html5", options) end
function base.html_of_inlines(inlines)
  return (base.html_of_blocks({ pandoc.Plain(inlines) }):gsub("%s+$", ""))
end

-- Words alone, with formulas as one would type them: √d_k.
local function typed(tex)
  tex = tex:gsub("\\sqrt%s*(%b{})", "√%1"):gsub("\\text(%b{})", "%1"):gsub("\\cdot", "·")
  return (tex:gsub("[\\{}]", ""))
end
function base.words_of(block)
  block = block:walk({ Math = function(math) return pandoc.Str(typed(math.text)) end })
  return pandoc.write(pandoc.Pandoc({ block }), "plain", options)
end

-- An id that no heading of the page has yet.
base.ids = {}
function base.new_id(text)
  local stem = text:lower():gsub("[^%w%s_-]", ""):gsub("^[%s-]+", ""):gsub("%s+", "-")
  if stem == "" then stem = "part" end
  local id, n = stem, 1
  while base.ids[id] do n = n + 1; id = stem .. "-" .. n end
  base.ids[id] = true
  return id
end

base.plain = pandoc.utils.stringify

-- Texts and pages ---------------------------------------------------------------------------------

function base.parsed(text)
  return pandoc.read(assert(base.read(text), text), "gfm+tex_math_dollars+smart")
end

-- "# 7. Self-attention: where do Q, K and V come from?" as number, name and question; only a
-- chapter has the first and the last.
function base.title_of(text)
  local line = ("\n" .. (base.read(text) or "")):match("\n# +([^\n]+)") or text
  line = line:gsub("[`*$]", "")
  local number, rest = line:match("^(%d+)%. (.*)$")
  if not number then return { name = line } end
  local name, question = rest:match("^(.-): (.*)$")
  return { number = number, name = name or rest, question = question and question:gsub("^%l", string.upper) }
end

function base.chapters()
  return base.texts:filter(function(text) return text:match("^docs/%d%d_") and base.title_of(text).number end)
end

-- The parts of the book, each by the text of its first chapter: rows of the README's table that name nothing else.
function base.parts()
  local parts, name = {}, nil
  for line in (base.read("README.md") or ""):gmatch("[^\n]+") do
    name = line:match("^| *| %*%*(.-)%*%* |") or name
    local text = line:match("^| %d+ | %[.-%]%((docs/[%w_]+%.md)%)")
    if text and name then parts[text], name = name, nil end
  end
  return parts
end

-- Where a file of the project is in the book, or nil for a folder. A source file leaves its name
-- for book/make, which makes its page.
function base.place_of(path)
  if path == "README.md" then return "index.html" end
  if path:match("^docs/figures/") then return (path:gsub("^docs/", "")) end
  local page = path:match("^docs/(.+)%.md$") or path:match("^(%u+)%.md$")
  if page then return (path:match("^docs/") and page or page:lower()) .. ".html" end
  if not base.read(path) then return nil end
  base.write(base.work .. "/sources", path .. "\n", "a")
  return "source/" .. path .. ".html"
end

return base
