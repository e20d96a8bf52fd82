-- Cards of the glossary: a word of an earlier chapter is a link to its entry, and its entry is shown
-- beside it. Without a script it is a plain link.

local base = require("base")
local with_links_led = require("links").led
local escaped, plain = base.escaped, base.plain
local glossary = { cards = pandoc.List() }

local entries -- by the term in small letters; read when first asked for
local longest = 3 -- words in a term

function glossary.anchor(term) return (term:lower():gsub("[^%w]+", "-"):gsub("^%-", ""):gsub("%-$", "")) end

-- "- **mask** (chapter [6](06_masking.md)): what it is."
function glossary.entries()
  if entries then return entries end
  entries = {}
  for _, block in ipairs(with_links_led(base.parsed("docs/glossary.md"), "docs").blocks) do
    for _, item in ipairs(block.t == "BulletList" and block.content or {}) do
      local inlines = item[1].content
      local term, at, chapters = plain(inlines[1]), 2, pandoc.List()
      while inlines[at] and not (inlines[at].t == "Str" and inlines[at].text:match("%):$")) do
        if inlines[at].t == "Link" then chapters:insert(inlines[at]) end
        at = at + 1
      end
      local meaning = pandoc.List({ table.unpack(inlines, at + 2) })
      entries[term:lower()] = { term = term, chapters = chapters, meaning = meaning, anchor = glossary.anchor(term) }
    end
  end
  return entries
end

function glossary.in_order()
  local all = pandoc.List()
  for _, entry in pairs(glossary.entries()) do all:insert(entry) end
  all:sort(function(a, b) return a.term < b.term end)
  return all
end

-- Words that everybody uses: a card only among the words to keep.
local everyday = {}
for word in ("angle axis batch beat bias block cache draw fill head key loss mask mean mirror norm pair pace part peak position query " ..
  "rate row score seed shape share slope spread stack step temperature tile token unit value wave weight width"):gmatch("%a+") do everyday[word] = true end

local told = {}
local function card_link(entry, shown)
  if not entry.listed then
    entry.listed = true
    glossary.cards:insert(entry)
  end
  return base.raw_inline('<a class="term" href="' .. base.root .. "glossary.html#" .. entry.anchor .. '" data-card="card-' ..
    entry.anchor .. '">' .. escaped(shown) .. "</a>")
end

-- The term that begins at inlines[i]: its entry, its words as they stand there, where it ends, and
-- the mark behind it.
local function term_at(inlines, i)
  for count = longest, 1, -1 do
    local words, at, mark = {}, i, ""
    for w = 1, count do
      local piece = inlines[at]
      local bare, rest = (piece and piece.t == "Str" and piece.text or ""):match("^([%w_-]+)([.,:;)?]*)$")
      if not bare or (rest ~= "" and w < count) then words = nil break end
      words[#words + 1], mark = bare, rest
      if w < count then
        local gap = inlines[at + 1]
        if not gap or (gap.t ~= "Space" and gap.t ~= "SoftBreak") then words = nil break end
        at = at + 2
      end
    end
    local shown = words and table.concat(words, " ")
    local entry = shown and (glossary.entries()[shown:lower()] or glossary.entries()[shown:lower():gsub("s$", "")])
    if entry and #entry.term > 2 then return entry, shown, at, mark end
  end
end

-- Whether a chapter may take a term as known, and has not told it yet.
local function is_wanted(entry, number)
  local function explained_in(chapter) return tonumber(plain(chapter)) end
  local is_earlier = entry.chapters:find_if(function(c) return explained_in(c) and explained_in(c) < number end)
  local is_own = entry.chapters:find_if(function(c) return explained_in(c) == number end)
  return is_earlier and not is_own and not told[entry.term] and not everyday[entry.term:lower()]
end

-- Inlines of chapter number with links to the glossary: the first use of a term that an earlier
-- chapter explains or, with all, every term.
function glossary.linked(inlines, number, all)
  local out, i = pandoc.List(), 1
  while i <= #inlines do
    local entry, shown, at, mark = term_at(inlines, i)
    if entry and (all or is_wanted(entry, number)) then
      told[entry.term] = true
      out:insert(card_link(entry, shown))
      if mark ~= "" then out:insert(pandoc.Str(mark)) end
      i = at + 1
    else
      out:insert(inlines[i])
      i = i + 1
    end
  end
  return out
end

function glossary.cards_html()
  local out = {}
  for _, entry in ipairs(glossary.cards) do
    local where = {}
    for _, chapter in ipairs(entry.chapters) do
      where[#where + 1] = '<a href="' .. chapter.target .. '">chapter ' .. plain(chapter) .. "</a>"
    end
    out[#out + 1] = '<div class="card" id="card-' .. entry.anchor .. '" popover role="note" aria-label="' .. escaped(entry.term) ..
      '"><p><b>' .. escaped(entry.term) .. "</b> " .. base.html_of_inlines(entry.meaning) .. '</p><p class="where">Explained in ' ..
      table.concat(where, ", ") .. "</p></div>"
  end
  return table.concat(out, "\n")
end

-- The glossary's own page: each term can be linked to.
function glossary.with_anchors(doc)
  return doc:walk({ BulletList = function(list)
    for _, item in ipairs(list.content) do
      local term = item[1] and item[1].content and item[1].content[1]
      if term and term.t == "Strong" then
        local anchor = glossary.anchor(plain(term))
        base.ids[anchor] = true
        item[1].content[1] = pandoc.Span({ term }, { id = anchor })
      end
    end
    return list
  end })
end

return glossary
