// What every runtime of ours has (Node and browsers alike), and no library of TypeScript names for "anywhere".
declare class URL {
  static canParse(url: string, base?: string): boolean;
  constructor(url: string, base?: string);
  readonly host: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}
