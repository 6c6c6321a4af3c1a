import { codeLines } from './code-lines.ts';

test.each([
  ['', 0],
  ['\n \n\t\n', 0],
  ['a', 1],
  ['a\nb\n', 2],
  ['a\n\nb', 2],
  ['// only\n/* a\n comment */\n', 0],
  ['a // with a comment\n', 1],
  ['/** said\n * more\n */\nfunction f() {}\n', 1],
  ['/* before */ a', 1],
  ['a /* from here\n to here */ b', 2],
  ['const url = "http://example.org"; /*\n*/', 1],
  ["const a = '/*';\nconst b = 1; // */", 2],
  ['const t = `\n// text\n\n`;', 3],
  ["const r = /'/;\n// a comment\nb", 2],
  ['const e = "\\"//";\n// a comment', 1],
  ['a\r\n// b\r\nc\r\n', 2],
])('%j has %i', (source, lines) => {
  expect(codeLines(source)).toBe(lines);
});
