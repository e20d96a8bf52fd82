-- A text's blocks as a page's: headings that can be linked to, exercises with their answers, boxes.

local base = require("base")
local contents = require("contents")
local figures = require("figures")
local glossary = require("glossary")
local listings = require("listings")
local escaped, plain, raw = base.escaped, base.plain, base.raw
local texts = {}

local function only_inline(block, kind)
  return block and block.t == "Para" and #block.content == 1 and block.content[1].t == kind and block.content[1]
end

-- The words of a caption, a paragraph in italics: upright in the page, so that what was upright in it is italic.
function texts.caption_of(block)
  if not block or block.t ~= "Para" then return nil end
  if block.content[1].t ~= "Emph" or block.content[#block.content].t ~= "Emph" then return nil end
  local words = pandoc.List()
  for _, part in ipairs(block.content) do
    if part.t == "Emph" then
      words:extend(part.content)
    else
      words:insert(part.t == "Str" and part.text:match("%a") and pandoc.Emph({ part }) or part)
    end
  end
  return words
end

-- Signs and words within a text ---------------------------------------------------------------------

-- A minus sign before a number is no subtraction: in braces it gets no space.
local function with_signs_bound(tex)
  for _, before in ipairs({ "[(,=]%s*", "\\cdot%s*" }) do
    tex = tex:gsub("(" .. before .. ")(%-[%d.]+)", "%1{%2}")
  end
  return tex
end

-- Browsers do not break a formula. One within a line is cut behind its operators, so that a
-- phone's line may end there.
local function pieces_of(math)
  local pieces, depth, from = pandoc.List(), 0, 1
  for at, sign in math.text:gmatch("()([{}=+-])") do
    if sign == "{" then depth = depth + 1 elseif sign == "}" then depth = depth - 1 end
    if depth == 0 and sign ~= "}" and math.text:sub(at - 1, at + 1) == " " .. sign .. " " then
      pieces:insert(pandoc.Math("InlineMath", math.text:sub(from, at)))
      pieces:insert(pandoc.Str("\u{200B}"))
      from = at + 1
    end
  end
  pieces:insert(pandoc.Math("InlineMath", math.text:sub(from)))
  return pieces
end

-- Q, K and V have their colours where a formula stands alone.
-- A box around it can be scrolled: Firefox scrolls no <math>.
local function with_colours(math)
  local html = base.html_of_inlines({ math }):gsub("<mi>([QKV])</mi>", function(letter)
    return '<mi class="' .. letter:lower() .. '">' .. letter .. "</mi>"
  end)
  return base.raw_inline('<span class="formula">' .. html .. "</span>")
end

function texts.inlines_shaped(doc)
  local shaped = doc:walk({
    -- A short formula keeps the full stop behind it on its line.
    Inlines = function(inlines)
      local out, i = pandoc.List(), 1
      while i <= #inlines do
        local math, behind = inlines[i], inlines[i + 1]
        if math.t == "Math" and math.mathtype == "InlineMath" and #math.text < 24 and behind and behind.t == "Str" and
          behind.text:match("^[.,;:)?!]+") then
          out:extend({ base.raw_inline('<span class="whole">'), math, behind, base.raw_inline("</span>") })
          i = i + 2
        else
          out:insert(math)
          i = i + 1
        end
      end
      return out
    end,
  })
  return shaped:walk({
    Math = function(math)
      math.text = with_signs_bound(math.text)
      if math.mathtype ~= "InlineMath" then return with_colours(math) end
      if #math.text < 24 or math.text:match("\\left") then return math end
      return pieces_of(math)
    end,
    Str = function(word)
      local out = pandoc.List()
      for i, piece in ipairs(base.korean_pieces(word.text)) do
        if i % 2 == 0 then out:extend({ base.raw_inline('<span lang="ko">'), pandoc.Str(piece), base.raw_inline("</span>") })
        else out:insert(pandoc.Str(piece)) end
      end
      return #out > 1 and out or nil
    end,
  })
end

-- Figures, code, output, tables -------------------------------------------------------------------------

local function table_html(grid)
  for _, column in ipairs(grid.colspecs) do column[2] = nil end -- as wide as they need
  local html = base.html_of_blocks({ grid })
  html = html:gsub("<th[^>]*>%s*</th>", "<td></td>"):gsub("<th>", '<th scope="col">'):gsub("<th style", '<th scope="col" style')
  -- A head that is only a formula is named in words: not every reader, and no checker, reads MathML.
  html = html:gsub("(<th[^>]*>)<math(.-)</math></th>", function(open, math)
    if math:find("</th>", 1, true) then return nil end
    local tex = math:match("<annotation[^>]*>(.-)</annotation>") or ""
    return open .. '<math aria-hidden="true"' .. math .. '</math><span class="unseen">' .. tex:gsub("[\\{}]", "") .. "</span></th>"
  end)
  html = html:gsub("<td>(.-)</td>", function(inner)
    local text = inner:gsub("<annotation.-</annotation>", ""):gsub("<[^>]+>", "")
    return utf8.len(text) and utf8.len(text) <= 18 and '<td class="short">' .. inner .. "</td>" or nil
  end)
  return raw('<div class="scroll" tabindex="0" role="group" aria-label="Table">' .. html .. "</div>")
end

-- Whatever a list of blocks holds that is more than words; comments have done their work then.
function texts.blocks_shaped(doc, here, number)
  return doc:walk({ Blocks = function(blocks)
    local out, i, origin = pandoc.List(), 1, nil
    while i <= #blocks do
      local block = blocks[i]
      local figure = figures.name_of(block)
      if figure then
        local caption = texts.caption_of(blocks[i + 1])
        out:insert(figures.block(figure, caption, here, number))
        if caption then i = i + 1 end
      elseif block.t == "RawBlock" and block.text:match("^%s*<!%-%-") then
        origin = listings.origin_of(block.text)
      elseif block.t == "CodeBlock" then
        out:insert(listings.block(block, origin))
        origin = nil
      elseif block.t == "Table" then
        out:insert(table_html(block))
      else
        out:insert(block)
      end
      i = i + 1
    end
    return out
  end })
end

-- The text's parts ----------------------------------------------------------------------------------------

local function heading_html(level, id, inlines)
  return raw(string.format('<h%d id="%s">%s<a class="anchor" href="#%s" aria-label="Link to “%s”">#</a></h%d>', level, id,
    base.html_of_inlines(inlines), id, escaped(plain(inlines)), level))
end

-- "**Which table does what?** We gave …": the words in front, and the paragraph behind them.
local function run_in(block)
  local first = block.t == "Para" and block.content[1]
  if not first or first.t ~= "Strong" or not plain(first):match("[.?]$") then return nil end
  local words = pandoc.List({ table.unpack(first.content) })
  local last = words[#words]
  if last.t == "Str" then words[#words] = pandoc.Str((last.text:gsub("%.$", ""))) end
  local rest = pandoc.List({ table.unpack(block.content, 2) })
  while rest[1] and (rest[1].t == "Space" or rest[1].t == "SoftBreak") do rest:remove(1) end
  return words, pandoc.Para(rest)
end

-- Run-in words become headings where they are the only ones below their section's, and come once.
local function headings_of_run_ins(blocks)
  local times, taken, section, below, depth = {}, {}, nil, {}, 0
  local function close()
    for _, block in ipairs(section and not below.has_headings and below or {}) do taken[#taken + 1] = block end
  end
  for i, block in ipairs(blocks) do
    if block.t == "Header" and block.level == 2 then
      close()
      section, below = plain(block), {}
    elseif block.t == "Header" then
      below.has_headings = true
    elseif block.t == "RawBlock" then
      depth = depth + (block.text:match("^<details") and 1 or block.text:match("^</details") and -1 or 0)
    elseif depth == 0 and section ~= "Exercises" and run_in(block) then
      local words = plain(block.content[1])
      times[words] = (times[words] or 0) + 1
      below[#below + 1] = { at = i, words = words }
    end
  end
  close()
  local at = {}
  for _, block in ipairs(taken) do at[block.at] = times[block.words] == 1 end
  return at
end

-- An answers' text by the exercises' kinds and numbers: lists of blocks.
function texts.answers(doc)
  local answers, kind, number, is_open = {}, nil, nil, false
  for _, block in ipairs(doc.blocks) do
    if block.t == "Header" and block.level == 2 then
      kind = plain(block)
      answers[kind] = {}
    elseif block.t == "RawBlock" and block.text:match("^</?details") then
      is_open = block.text:match("^<details") ~= nil
      if is_open then answers[kind][number] = pandoc.List() end
    elseif is_open then
      answers[kind][number]:insert(block)
    elseif block.t == "Para" and block.content[1].t == "Strong" then
      number = tonumber(plain(block.content[1]):match("^(%d+)%.$")) or number
    end
  end
  return answers
end

local function summary_of_answer(kind, number)
  return raw('<details class="answer"><summary>Answer<span class="unseen"> to ' .. kind .. " " .. number .. "</span></summary>")
end

local voices = { ["Paper."] = true, ["PyTorch."] = true, ["Us."] = true }
local function is_voice(block)
  return block and block.t == "Para" and block.content[1].t == "Strong" and voices[plain(block.content[1])]
end

-- Classes for paragraphs that begin with certain words.
local function box_of(block)
  local first = block.content[1]
  if first.t ~= "Strong" then return nil end
  local words = plain(first)
  return words:match("^Words to keep") and "keep" or (words == "If you see" or words == "If") and "symptom"
end

-- The blocks of a page. text.number is a chapter's; answers may be nil.
function texts.page(doc, text, answers)
  local out, depth, section, group, lead = pandoc.List(), 0, "", nil, nil
  local is_heading = text.number and headings_of_run_ins(doc.blocks) or {}
  local kind, exercise = "", "" -- of the answer that comes next on a page of answers
  for _, block in ipairs(doc.blocks) do
    if block.t == "Header" then base.ids[block.identifier] = true end
  end
  local function boxed(class, block)
    out:extend({ raw('<div class="' .. class .. '">'), block, raw("</div>") })
  end
  local function close_group()
    if group then out:insert(raw("</section>")) end
    group = nil
  end
  contents.entry(text.name, "")

  local function open_details(block)
    local html = block.text:match("<summary>(.-)</summary>"):gsub("'", "’")
    if html == "Answer" then return out:insert(summary_of_answer(kind, exercise)) end
    local inlines = pandoc.read(html, "html").blocks[1].content
    local id = base.new_id(plain(inlines))
    contents.heading(3, id, inlines)
    out:insert(raw('<details class="aside" id="' .. id .. '"><summary><h3>' .. html .. "</h3></summary>"))
  end

  local function open_group(block)
    close_group()
    group = plain(block.content[1])
    local id = base.new_id(group)
    contents.sections:insert({ level = 3, id = id, html = group })
    out:insert(raw('<section class="exercises ' .. group:lower() .. '" aria-labelledby="' .. id .. '"><div class="exercise-head"><h3 id="' ..
      id .. '">' .. group .. '</h3> <div class="task">'))
    out:insert(pandoc.Para({ table.unpack(block.content, 3) }))
    out:insert(raw("</div></div>"))
  end

  local function exercises(list)
    out:insert(raw("<ol>"))
    for n, item in ipairs(list.content) do
      out:insert(raw("<li>"))
      for _, block in ipairs(item) do out:insert(block.t == "Plain" and pandoc.Para(block.content) or block) end
      local answer = answers and answers[group] and answers[group][n]
      if answer then
        out:insert(summary_of_answer(group, n))
        out:extend(answer)
        out:insert(raw("</details>"))
      end
      out:insert(raw("</li>"))
    end
    out:insert(raw("</ol>"))
  end

  local function paragraph(block, i)
    local words, rest = nil, block
    if is_heading[i] then
      words, rest = run_in(block)
      local id = base.new_id(plain(words))
      contents.heading(3, id, words)
      out:insert(heading_html(3, id, words))
      if #rest.content == 0 then return end
    end
    contents.add_words(rest)
    local box = box_of(rest)
    if text.number then rest.content = glossary.linked(rest.content, text.number, box == "keep") end
    if box then return boxed(box, rest) end
    out:insert(rest)
  end

  local i = 1
  while i <= #doc.blocks do
    local block = doc.blocks[i]
    if block.t == "Header" and block.level == 1 then
      -- The page's template has it.
    elseif block.t == "Header" then
      close_group()
      section, kind = plain(block), plain(block)
      contents.heading(math.min(block.level, 3), block.identifier, block.content)
      out:insert(heading_html(block.level, block.identifier, block.content))
    elseif block.t == "RawBlock" and block.text:match("^<details") then
      depth = depth + 1
      open_details(block)
    elseif block.t == "RawBlock" then
      depth = depth - (block.text:match("^</details") and 1 or 0)
      local origin = listings.origin_of(block.text)
      if origin then contents.add_code(origin.from .. " " .. origin.name) end
      out:insert(block)
    elseif figures.name_of(block) then
      contents.add_words(block)
      out:insert(block)
    elseif answers and section == "Exercises" and block.t == "Para" and block.content[1].t == "Strong" then
      open_group(block)
    elseif group and block.t == "OrderedList" then
      contents.add_words(block)
      exercises(block)
    elseif answers and section == "Exercises" and plain(block):match("^Answers:") then
      close_group() -- each answer already stands under its exercise
      out:insert(raw('<p class="all-answers"><a href="answers/' .. text.page .. '">All answers on one page</a></p>'))
    elseif is_voice(block) and is_voice(doc.blocks[i + 1]) and is_voice(doc.blocks[i + 2]) then
      out:insert(raw('<div class="three">'))
      for k = i, i + 2 do
        local words, rest = run_in(doc.blocks[k])
        contents.add_words(rest)
        boxed("voice", pandoc.Div({ raw('<p class="voice-name">' .. escaped(plain(words)) .. "</p>"), rest }))
      end
      out:insert(raw("</div>"))
      i = i + 2
    elseif not lead and (only_inline(block, "Emph") and not figures.name_of(doc.blocks[i - 1]) or block.t == "BlockQuote") then
      boxed("example", block)
    elseif block.t == "Para" and not lead then
      lead = block
      contents.add_words(block)
      boxed("lead", block)
    elseif block.t == "Para" then
      exercise = plain(block.content[1]):match("^(%d+)%.$") or exercise
      paragraph(block, i)
    else
      contents.add_words(block)
      out:insert(block)
    end
    i = i + 1
  end
  close_group()
  doc.blocks = out
  return doc, lead
end

return texts
