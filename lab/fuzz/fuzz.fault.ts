/** The first share of the apps; the file beside it has the others. */
import { announceFuzz } from './announce-fuzz.ts';

announceFuzz(0);
