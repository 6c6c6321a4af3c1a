/** The data that a published chooser's page has in itself. */
import type { Findings } from '../../merge/choice/types.ts';

export interface SiteLink {
  text: string;
  href: string;
}

export interface SiteData {
  findings: Findings;
  /** In the head of the page. */
  links: SiteLink[];
  /** The address of a study's page, with `*` for the study's letter. */
  studyPages: string;
}
