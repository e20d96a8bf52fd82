-- The first page: the README in another dress. Its first paragraph and its table of chapters have
-- a place of their own; sections behind the table that are more than a list are folded.

local base = require("base")
local contents = require("contents")
local figures = require("figures")
local texts = require("texts")
local escaped, plain, raw = base.escaped, base.plain, base.raw

-- Who attends to whom: the table of weights in chapter 7's recorded run, words and rows.
local function recorded_weights()
  local recording = base.read("tests/expected/07_self_attention.txt") or ""
  local head, lines = recording:match("weights = softmax of each row[^\n]*\n([^\n]+)\n(.-)\n\n")
  assert(head, "tests/expected/07_self_attention.txt has no table \"weights = softmax of each row\", which the first page shows")
  local words, rows = {}, {}
  for word in head:gmatch("%S+") do words[#words + 1] = word end
  for line in lines:gmatch("[^\n]+") do
    local row = {}
    for number in line:gmatch("%d+%.%d+") do row[#row + 1] = tonumber(number) end
    rows[#rows + 1] = row
  end
  return words, rows
end

-- What stands below the first screen of the live book, where a translator learns: in place of the README's "See one learn",
-- whose reader has a terminal.
local learning = [[
## What is learned there

The Transformer above has NUMBERS numbers, and all of them are random when it begins. (If it does not begin by itself, *Again* begins it.) It learns from SENTENCES generated
Korean sentences and their English translations, in your browser, with the program that [chapter 16](16_translation.html) explains, and it takes some seconds.

The wider a ribbon, the harder it looked at that Korean word while it wrote that English one. Word by word the sentence says *I, to the sea, go, want*, so
it has to find out where to look. When it can do it, **break it**: take away its causal mask, or its cross-attention, and it is taught again without.
Here is one that has learned. Give it another sentence.
]]

-- A figure of chapter 16 whose place is taken, until its program has drawn it, by the recorded picture of one sentence.
local function live_figure(caption, attributes)
  return figures.block("16_alignment", caption, "index.html").text:gsub('data%-figure="[%w_]+"', 'data-chapter="16_translation" ' .. attributes, 1)
end

-- The translator's picture: in a live book, a translator that learns beside the title, and one below that a reader's own
-- sentence is given to, at first the sentence of the picture.
local function with_live_figures(blocks)
  local _, at = blocks:find_if(function(block) return figures.name_of(block) == "16_moving" end)
  if not at or os.getenv("BOOK_LIVE") == "" then return blocks, nil end
  local caption = texts.caption_of(blocks[at + 1])
  assert(caption, "README.md has no line in italics, its caption, below docs/figures/16_moving.svg")
  local recording = base.read("tests/expected/16_translation.txt") or ""
  local sentence = recording:match("never shown, among them:\n(.-) = ")
  assert(sentence, 'tests/expected/16_translation.txt has no sentence below "never shown, among them", with which the first page begins')
  local has_chapter = base.read("docs/16_translation.md")
  local readme = base.read("README.md")
  local numbers, sentences = readme:match("(%d+) parameters learn from (%d+) sentences")
  assert(numbers, 'README.md has no line "... parameters learn from ... sentences", whose numbers the first page says')
  assert(readme:find("\n## See one learn\n", 1, true), 'README.md has no section "See one learn", in whose place a translator learns on the first page')
  local live = pandoc.read((learning:gsub("%[chapter 16%]%b()", has_chapter and "%0" or "chapter 16")
    :gsub("NUMBERS", (numbers:gsub("(%d)(%d%d%d)$", "%1,%2"))):gsub("SENTENCES", sentences)), "gfm+smart").blocks
  live:insert(raw((live_figure(caption, 'data-figure="16_sentence" data-knobs="sentence" data-sentence="' .. sentence .. '"'))))
  for i = at + 2, #blocks do live:insert(blocks[i]) end
  local note = pandoc.Inlines("A ribbon is as wide as the translator looked at that word. A word in rust is wrong.")
  return live, (live_figure(note, 'data-figure="16_own" data-knobs="without" data-label="Break it: take away" data-button="Again" data-begins="seen"')
    :gsub('class="plot"', 'class="hero-figure"', 1):gsub('id="figure%-16_alignment"', 'id="figure-16_own"', 1):gsub(' <span class="tools">.-</span>', "", 1))
end

-- Ribbons as broad as the weights: those of a word begin side by side, and end side by side.
local function ribbons()
  local words, weights = recorded_weights()
  local whole, used, arrived = 72, {}, {}
  for j = 1, #words do
    local sum = 0
    for i = 1, #words do sum = sum + weights[i][j] end
    arrived[j] = -whole * sum / 2
  end
  local pale, full, lists, choices = {}, {}, {}, {}
  for i, word in ipairs(words) do
    used = -whole / 2
    choices[i] = string.format('<input type="radio" name="looker" id="looker-%d"%s><label for="looker-%d">%s</label>', i,
      i == 2 and " checked" or "", i, escaped(word))
    local own, list = {}, {}
    for j = 1, #words do
      local width = whole * weights[i][j]
      local x, y = 80 + 160 * (i - 1) + used, 80 + 160 * (j - 1) + arrived[j]
      used, arrived[j] = used + width, arrived[j] + width
      own[j] = string.format('<path d="M%.1f 4C%.1f 160 %.1f 140 %.1f 296H%.1fC%.1f 140 %.1f 160 %.1f 4z"/>', x, x, y, y, y + width,
        y + width, x + width, x + width)
      list[j] = string.format("<li><span>%s</span> <b>%.1f %%</b></li>", escaped(words[j]), 100 * weights[i][j])
    end
    pale[i] = table.concat(own)
    full[i] = '<g class="from-' .. i .. '">' .. table.concat(own) .. "</g>"
    lists[i] = '<ul class="of-' .. i .. '">' .. table.concat(list) .. "</ul>"
  end
  return '<div class="hero-figure" role="group" aria-labelledby="hero-title">\n' ..
    '<p class="fig-title" id="hero-title">Who attends to whom? Choose a word</p>\n<div class="looks">' .. table.concat(choices) ..
    '</div>\n<svg viewBox="0 0 640 300" aria-hidden="true"><g class="pale">' .. table.concat(pale) .. "</g>" .. table.concat(full) ..
    '</svg>\n<div class="shares">' .. table.concat(lists) ..
    '</div>\n<p class="hero-note">The weights of each word sum to 1. Printed by <code>./run 7</code>.</p></div>'
end

-- The first paragraph: its first sentence large, the rest below it. figure: what learns in a live book, or nil.
local function hero(title, lead, chapters, figure)
  local first, rest = pandoc.List(), pandoc.List()
  local is_first = true
  for _, inline in ipairs(lead.content) do
    if is_first then first:insert(inline) elseif #rest > 0 or (inline.t ~= "Space" and inline.t ~= "SoftBreak") then rest:insert(inline) end
    if inline.t == "Str" and inline.text:match("[.?!]$") then is_first = false end
  end
  return raw('<div class="hero"><div class="hero-text"><h1>' .. escaped(title) .. '</h1><p class="tagline">' ..
    base.html_of_inlines(first) .. "</p></div>\n" .. (figure or ribbons()) .. '<div class="hero-rest"><p>' .. base.html_of_inlines(rest) ..
    '</p><p class="ways"><a class="button" href="' .. base.place_of(base.chapters()[1]) .. '" data-continue>Start with chapter 1</a> <a href="#' ..
    chapters .. '">All chapters</a></p></div></div>')
end

local function is_chapters(block)
  return block.t == "Table" and base.html_of_blocks({ block }):match('href="%d%d_[%w_]+%.html"')
end

-- What the README's table says of a chapter: a figure and a command. Where it says nothing: the
-- chapter's first figure, and ./run.
local function row_of(grid, text, number)
  local page = base.place_of(text)
  for row in (grid and base.html_of_blocks({ grid }) or ""):gmatch("<tr.-</tr>") do
    if row:find('"' .. page .. '"', 1, true) then
      local figure, command = row:match("figures/([%w_]+)%.svg"), row:match("<code>(%./run .-)</code>")
      if figure or command then return figure, command end
    end
  end
  return base.read(text):match("%]%(figures/([%w_]+)%.svg%)"), "./run " .. number
end

local function cards(grid)
  local out, parts = { '<ol class="cards-grid">' }, base.parts()
  for _, text in ipairs(base.chapters()) do
    if parts[text] then out[#out + 1] = '<li class="book-part">' .. escaped(parts[text]) .. "</li>" end
    local title = base.title_of(text)
    local figure, command = row_of(grid, text, title.number)
    figure = figure or base.read(text):match("%]%(figures/([%w_]+)%.svg%)")
    out[#out + 1] = '<li class="chapter-card" data-page="' .. text:match("([%w_]+)%.md$") .. '">' ..
      (figure and figures.image(figure) or "") .. '<div><p class="n">' .. title.number .. '</p><h3><a href="' .. base.place_of(text) .. '">' ..
      escaped(title.name) .. '</a></h3><p class="q">' .. escaped(title.question or "") .. '</p><p class="knob-line"><code>' ..
      (command or "./run " .. title.number) .. "</code></p></div></li>"
  end
  out[#out + 1] = "</ol>"
  return raw(table.concat(out, "\n"))
end

-- The README's sections: a heading and what stands below it.
local function sections_of(blocks)
  local sections = pandoc.List({ { blocks = pandoc.List() } })
  for _, block in ipairs(blocks) do
    if block.t == "Header" and block.level == 2 then
      sections:insert({ heading = block, blocks = pandoc.List() })
    elseif block.t ~= "Header" or block.level > 2 then
      sections[#sections].blocks:insert(block)
    end
  end
  return sections
end

local function is_list(section)
  return #section.blocks > 0 and not section.blocks:find_if(function(block) return block.t ~= "BulletList" end)
end

return function(doc, title)
  -- A picture of these pages is for those who don't see them.
  doc.blocks = doc.blocks:filter(function(block) return not (block.t == "RawBlock" and block.text:find("docs/live_book.png", 1, true)) end)
  -- What the commands install, and where, is for those who have a terminal.
  doc.blocks = doc.blocks:filter(function(block) return not (block.t == "Para" and plain(block):find("apt-get", 1, true)) end)
  local sections = sections_of(doc.blocks)
  -- A visitor of the live book sees it learn there, without a terminal.
  if os.getenv("BOOK_LIVE") ~= "" then
    sections = sections:filter(function(section) return not (section.heading and section.heading.identifier == "see-one-learn") end)
  end
  local intro, out, folded = sections:remove(1).blocks, pandoc.List(), pandoc.List()
  local chapters = sections:find_if(function(section) return section.blocks:find_if(is_chapters) end)
  if not chapters then
    chapters = { heading = pandoc.Header(2, "The chapters", { id = "the-chapters" }), blocks = pandoc.List({ cards() }) }
    sections:insert(1, chapters)
  end
  contents.entry(title, "")
  local lead = intro:find_if(function(block) return block.t == "Para" and not figures.name_of(block) end)
  local rest, learns = with_live_figures(intro:filter(function(block) return block ~= lead end))
  out:insert(hero(title, lead, chapters.heading.identifier, learns))
  local function put(section, before, behind)
    contents.heading(2, section.heading.identifier, section.heading.content)
    out:insert(raw(before))
    for _, block in ipairs(section.blocks) do
      if block.t ~= "Table" then contents.add_words(block) end
      out:insert(is_chapters(block) and cards(block) or block)
    end
    out:insert(raw(behind))
  end

  if #rest > 0 then
    out:insert(raw('<div class="band">'))
    out:extend(rest)
    out:insert(raw("</div>"))
  end
  local is_behind = false
  for _, section in ipairs(sections) do
    local id, heading = section.heading.identifier, base.html_of_inlines(section.heading.content)
    if is_behind and not is_list(section) then
      folded:insert(section)
    else
      put(section, '<section class="band' .. (is_list(section) and " columns" or "") .. '" aria-labelledby="' .. id .. '"><h2 id="' ..
        id .. '">' .. heading .. "</h2>", "</section>")
    end
    is_behind = is_behind or section == chapters
  end
  if #folded > 0 then
    out:insert(raw('<section class="band" aria-labelledby="more"><h2 id="more">More about the project</h2>'))
    for _, section in ipairs(folded) do
      put(section, '<details class="aside" id="' .. section.heading.identifier .. '"><summary><h3>' ..
        base.html_of_inlines(section.heading.content) .. "</h3></summary>", "</details>")
    end
    out:insert(raw("</section>"))
  end
  doc.blocks = out
  return doc, lead, learns and "16_translation"
end
