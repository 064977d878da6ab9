/** One entry of the browser's history. */
export interface PageLocation {
  pathname: string;
  /** With its question mark, in canonical form. */
  search: string;
  /** With its number sign. */
  hash: string;
  /** Names the entry; a new entry with the same address has another key. */
  key: string;
}
