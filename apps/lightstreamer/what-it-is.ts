import manifest from './app.json' with { type: 'json' };

/** What runs on the open broker is not what runs on the vendor's: whoever shows a figure says so, in these words. */
export const WHAT_IT_IS = manifest.standIn.is;
