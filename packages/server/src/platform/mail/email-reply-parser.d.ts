/** The parts of the package that Milepost uses; it has no types of its own. */
declare module 'email-reply-parser' {
  interface Fragment {
    isHidden(): boolean;
    isQuoted(): boolean;
    isSignature(): boolean;
    getContent(): string;
  }
  interface Email {
    getFragments(): Fragment[];
  }
  export default class EmailReplyParser {
    read(text: string): Email;
  }
}
