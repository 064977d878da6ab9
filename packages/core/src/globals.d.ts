// Available in every runtime (Node and browsers), but in no TypeScript library for both.
declare class URL {
  static canParse(url: string, base?: string): boolean;
  constructor(url: string, base?: string);
  readonly host: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}
