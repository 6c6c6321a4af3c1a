/** Pages in the background, as those of a person who looks at another tab: browsers give their timers less there. */
import { IN_THE_BACKGROUND } from '../../../client-launcher/browser/preferences.ts';
import type { Condition } from '../condition.ts';

const condition = {
  name: 'background',
  options: [
    {
      flags: '--background',
      about: "keep the pages of browsers in the background, with a browser's own limits for timers (default: in front)",
    },
  ],
  refuses: (asked, { swarm }) =>
    asked && swarm !== 'browser' ? 'has no pages in a console swarm: omit --background, or use --swarm browser' : null,
  prepare: async (asked) =>
    !asked
      ? null
      : {
          identity: {
            value: 'on',
            text: "pages in the background, with the browser's own limits for timers",
            mark: 'in the background',
            otherwise: 'pages in front',
          },
          browserSettings: IN_THE_BACKGROUND,
        },
} satisfies Condition<boolean>;

export default condition;
