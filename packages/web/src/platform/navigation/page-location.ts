/** One entry of the browser's history. */
export interface PageLocation {
  pathname: string;
  /** With its question mark, in canonical form; without `peek`. */
  search: string;
  /** The item in the side peek, as the parameter of that name has it; empty without one. It belongs to the frame, not to the page. */
  peek: string;
  /** With its number sign. */
  hash: string;
  /** Names the entry; a new entry with the same address has another key. */
  key: string;
}
