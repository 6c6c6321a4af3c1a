import { announceFuzz } from './announce-fuzz.ts';

announceFuzz(1);
