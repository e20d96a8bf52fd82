-- Code, output and commands: three looks, told apart by the comment before a block, which the
-- checks of the texts need anyway: <!-- code FILE NAME -->, <!-- output RECORDING "SECTION" -->.

local base = require("base")
local escaped = base.escaped
local listings = {}

function listings.origin_of(comment)
  local kind, from, name = comment:match("^<!%-%- (%w+) (%S+)%s*(.-)%s*%-%->")
  if kind ~= "code" and kind ~= "output" then return nil end
  return { kind = kind, from = from, name = name:gsub('"', "") }
end

-- "07_self_attention_too_far  07_self_attention --rate 0.35 --steps 10": what was run for a recording;
-- nothing where it is no chapter's, as that of the README's example.
local runs = "\n" .. (base.read("tests/expected/runs.txt") or "")
local function command_of(recording)
  local program, arguments = runs:match("\n" .. recording .. " +(%S+)([^\n]*)")
  local number = (program or recording):match("^0?(%d+)_")
  local more = recording:match("_more$") and " --more"  -- a chapter's detours
  return number and "./run " .. number .. (more or arguments or "")
end

local function preformatted(html) return '<pre tabindex="0"><code>' .. html .. "</code></pre>" end

-- Highlighted, without the anchors of its lines. For "text" pandoc would search all its languages, which
-- takes longer than the rest of a page.
local function highlighted(code)
  if code.classes[1] == "text" then return preformatted(escaped(code.text)) end
  local html = base.html_of_blocks({ code })
  html = html:gsub('<a href="#cb[^>]*></a>', ""):gsub(' id="cb[%d-]+"', "")
  return (html:gsub("^<div[^>]*>", ""):gsub("</div>%s*$", ""):gsub("<pre", '<pre tabindex="0"', 1))
end

-- The names of matrices in bold: "weights  [4 x 4]".
local function output_html(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do
    local html = escaped(line)
    lines[#lines + 1] = line:match("^%S.*%[%d+ x %d+%]%s*$") and "<b>" .. html .. "</b>" or html
  end
  return preformatted(table.concat(lines, "\n"))
end

-- A prompt before each command, which is not copied with it.
local function shell_html(text)
  local lines, goes_on = {}, false
  for line in (text .. "\n"):gmatch("(.-)\n") do
    local is_command = line ~= "" and not line:match("^%s*#") and not goes_on
    goes_on = line:match("\\$") ~= nil
    local command, comment = line:match("^(.-)(%s#.*)$")
    local html = escaped(command or line) .. (comment and '<span class="co">' .. escaped(comment) .. "</span>" or "")
    lines[#lines + 1] = is_command and '<span class="typed">' .. html .. "</span>" or html
  end
  return preformatted(table.concat(lines, "\n"))
end

local function block(kind, label, head, inner, more)
  return base.raw('<div class="block ' .. kind .. '" data-label="' .. escaped(label) .. '"' .. (more or "") .. ">" ..
    (head ~= "" and '<div class="block-head">' .. head .. "</div>" or "") .. inner .. "</div>")
end

function listings.block(code, origin)
  if origin and origin.kind == "output" then
    local command = command_of(origin.from)
    local text = code.text:gsub("%s+$", "")
    local section, rest = text:match("^== ([^\n]*)\n\n?(.*)$")
    local what = command and "Printed by <code>" .. escaped(command) .. "</code>" or "What it prints"
    return block("output", section or "Output", '<span class="what">' .. what .. "</span>" .. (section and " <b>" .. escaped(section) .. "</b>" or ""),
      output_html(rest or text), command and ' data-command="' .. escaped(command) .. '"')
  end
  local language = code.classes[1]
  if origin then
    local place = base.place_of(origin.from)
    return block("code", origin.from .. " " .. origin.name, '<a href="' .. base.root .. place .. '">' .. escaped(origin.from):gsub("/", "/<wbr>") ..
      '</a> <span class="what">' .. escaped(origin.name) .. "</span>", highlighted(code))
  end
  if language == "sh" then return block("shell", "Command", "", shell_html(code.text)) end
  return block(language and "code" or "output", "Listing", "", highlighted(code))
end

return listings
