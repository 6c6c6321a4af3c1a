/** What whoever measures the vendor's broker has to know. (Clause 2.5 of the licence agreement that comes with Lightstreamer Server 7.2.) */
export const LICENCE =
  'the licence of Lightstreamer Server forbids making benchmark results known without its vendor’s consent (clause 2.5 of the one that comes with 7.2): ask before you publish figures measured on it';
