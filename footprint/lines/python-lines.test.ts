import { pythonLines } from './python-lines.ts';

test.each([
  ['', 0],
  ['\n \n\t\n', 0],
  ['a', 1],
  ['a\n\nb\n', 2],
  ['# only\n  # comments\n', 0],
  ['a  # with a comment\n', 1],
  ['"""The module.\n\nMore of it.\n"""\nimport a\n', 1],
  ['def f():\n    """Does it."""\n    return 1\n', 2],
  ["def f():\n    '''Does it.\n    # not a comment\n    '''\n    return 1\n", 2],
  ['def f():\n    """Does it."""  # with a comment\n', 1],
  ['def f():\n    r"""Does \\d."""\n    return 1\n', 2],
  ['text = """\nline\n\n# line\n"""\n', 4],
  ['f(\n    "a",\n    """b""",\n)\n', 4],
  ['a = \\\n    "text"\n', 2],
  ['url = "https://example.org/#part"\n# comment\n', 1],
  ["quote = '\"'  # ' and \"\n# comment\nb\n", 2],
  ['escaped = "\\""\n"""A string alone."""\n', 1],
  ['a\r\n# b\r\nc\r\n', 2],
  ["broken = 'it\nb\n", 2],
])('%j has %i', (source, lines) => {
  expect(pythonLines(source)).toBe(lines);
});
