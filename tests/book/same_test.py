#!/usr/bin/env python3
"""What counts as the same output, and as the same figure."""

import unittest

from same import figure_difference, output_difference

SAME = """I am  a student|I   am a\tstudent
0.71|0.72
9.99|10.00
0.00|-0.01
-0.01|-0.02
0.1000000000000000055511|0.1000000000000000055512
2.458e-6|2.459e-6
9.999e-10|1.000e-9
8.194e-40|8.193e-40
9.999e-05|1.000e-04
0.000e+00|0.000e+00
[4 x 3]|[4  x 3]
(1.50, 2.00)|(1.51, 1.99)
cos=0.71|cos=0.70
1.5x|1.6x
0.5-0.3|0.4-0.4
−0.71|-0.72
~271.3 GFLOP/s|~18 GFLOP/s
~4.0 ms ~28.4|~900 µs ~126.2
on ~(AMD EPYC, GCC 12) now|on ~(An unnamed processor) now"""

DIFFERENT = """I am a student|I am the student
I am|I am a
0.50|nan
inf|-inf
0.71|0.73
-0.01|0.01
1.25|2.24
0.1000000000000000055511|0.1000000000000000055513
0.71|0.710
1.0|1
0.001|1.000e-03
8.194e-40|0.000e+00
8.194e-40|8.194e-41
8.194e-40|-8.194e-40
0e+00|1e-01
[4 x 3]|[4 x 2]
100|101
float32|float31
v1.5|v1.6
8e12ab|9e12ab
(1.50,|(1.52,
0.5-0.3|0.5-0.5
4.0 ms|4.0 µs
~4.0 ms|~4.0 miles
~271.3|271.3
on ~(AMD EPYC)|on AMD EPYC"""

FIGURE = """<svg class="fig" width="720"><style>.f-ink{fill:var(--f-ink,#17202c)}</style>
<rect x="10.5" y="20" fill="#17202c" class="f-ink" style="--c:var(--k6)"/>
<path d="M10,20L30.25,-40 50,60h7v-8z" stroke="#fff"/><text x="1">I love</text></svg>"""


class Same(unittest.TestCase):
    def told(self, before, after):
        self.assertIn(before, FIGURE)
        return figure_difference(FIGURE, FIGURE.replace(before, after, 1))

    def test_words_are_compared_one_by_one_and_numbers_up_to_their_last_digit(self):
        for pair in SAME.split("\n"):
            self.assertEqual(output_difference(*pair.split("|")), "", pair)
        for pair in DIFFERENT.split("\n"):
            self.assertNotEqual(output_difference(*pair.split("|")), "", pair)

    def test_lines_count(self):
        self.assertEqual(output_difference("a\n \nb", "a\n\nb"), "")
        for other in ("a\nb\n", "a\n\nb", "a\n\nb\n\n"):
            self.assertNotEqual(output_difference("a\n\nb\n", other), "")
        self.assertIn("line 2:\n  recorded: 0.71\n  printed:  0.17", output_difference("a\n0.71", "a\n0.17"))

    def test_a_figure_is_the_same_when_its_last_digits_differ(self):
        for before, after in (
            ("10.5", "10.52"), ("30.25,-40", "30.27,-40.02"), ("h7v-8", "h7.01v-7.99"),
            ("#17202c", "#15222e"), ("var(--k6)", "color-mix(in srgb,var(--k7) 0.1%,var(--k6))"),
        ):  # fmt: skip
            self.assertEqual(self.told(before, after), "", after)

    def test_a_figure_is_another_with_other_places_colours_words_or_elements(self):
        for before, after in (
            ("720", "721"), ("10.5", "10.53"), (" 50,60", ""), ("h7v", "v7h"), ('fill="#17202c"', 'fill="#17202f"'),
            (",#17202c)", ",#aa202c)"), ("#fff", "#000"), ("I love", "1 love"), ("<rect", "<circle"),
            ('<text x="1">I love</text>', ""), (' class="f-ink"', ""), ('x="1"', 'x="1" dx="2"'), ('"f-ink"', '"f-blue"'),
        ):  # fmt: skip
            self.assertNotEqual(self.told(before, after), "", after)


if __name__ == "__main__":
    unittest.main()
