import { rustLines } from './rust-lines.ts';

const TESTS = `#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        assert_eq!(add(1, 2), 3);
    }
}
`;

test.each([
  ["/// Says it.\nfn say<'a>(text: &'a str) -> &'a str {\n    text // as it is\n}\n", 3],
  ['/* one\n   two */\nfn f() {}\n', 1],
  [`fn add() {}\n\n${TESTS}`, 1],
  [`${TESTS}fn add() {}\n`, 1],
  ['mod a {\n    #[cfg(test)]\n    fn only_for_tests() {\n        b();\n    }\n    fn c() {}\n}\n', 3],
  ['#[cfg(test)]\nmod tests;\nfn f() {}\n', 1],
  ['#[cfg(test)]\nuse std::fmt;\n#[cfg(test)]\nfn f() {}\nfn g() {}\n', 1],
  ['#[cfg(not(test))]\nfn f() {}\n', 2],
])('%j has %i', (source, lines) => {
  expect(rustLines(source)).toBe(lines);
});
