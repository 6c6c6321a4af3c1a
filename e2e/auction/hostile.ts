/** Texts that somebody may enter to see what happens. Script that runs in any of them sets `window.hurt`. */

/** A house takes these, and shows them as they are. In normal form C, in which houses keep texts. */
export const SHOWN: Record<string, string> = {
  markup: '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>',
  quotes: `"><svg onload='window.hurt=1'> \\ \${hurt} {{hurt}} %3Cb%3E &lt;b&gt; &#x41; \\u003c`,
  scripts: 'שלום \u{1f528} مزاد \u62cd\u5356 \u{1f1f3}\u{1f1f4} Z\u0351\u036b\u0343\u036a\u0302\u036b'.normalize('NFC'),
};

/** A house may take these or refuse them beside the field; they must do no harm either way. */
export const DOUBTFUL: Record<string, string> = {
  'right-to-left marks': '\u202egnirtsder\u202c \u2066lre\u2069 \u200fx',
  'a NUL': 'before\0after',
  'line separators': 'one\u2028two\u2029three\r\nfour',
};
