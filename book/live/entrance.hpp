/// The chapters' programs, for a page of the book: the same knobs and sections that the command
/// line has, called with texts and answered in JSON. Nothing is written to a file.
#pragma once

extern "C" {

/// A chapter's name, question, knobs and sections, as `PROGRAM --list json` prints them.
///
/// chapter  its name, as "07_self_attention"
/// returns  JSON, which is there until the next call; {"error": ...} when there is no such chapter
const char* live_contents(const char* chapter);

/// Runs one section.
///
/// turned   knob, text, knob, text, ..., then a null pointer; every other knob is at its start
/// returns  JSON, which is there until the next call:
///          {"text": ..., "figures": [{"name", "title", "subtitle", "svg", "handles"}],
///           "left_out": [{"figure", "reason"}]}, handles as in plots/handles.hpp, their names as
///          "label"; or {"error": ...} with the program's own message, such as for a value that a
///          knob refuses; the next call is not touched by it
const char* live_run(const char* chapter, const char* section, const char* const* turned);

/// Says whether figures are drawn for a phone from now on: see plots/narrow.hpp.
void live_narrow(int is_narrow);

/// Says what gets a training's figures while it goes on, a few times a second.
///
/// show  called with {"step": how many are done, "figures": [...]}, figures as above, from step 0
///       on; the text is gone when it returns
void live_watch(void (*show)(const char* json));

/// Gives figures that can be touched room to move in, at the next runs: see plots::with_room.
///
/// least  how far they reach at least; 0: figures are as they are printed
void live_room(double least);
}
