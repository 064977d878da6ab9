import type { Holder } from '../data/levels.ts';

/** What every form of the tree is given. */
export interface TreeFormProps {
  /** Of the epic that is to hold what is added. */
  facts: Holder;
  /** The address of its page. */
  epicPath: string;
  /** Something was added. */
  onDone(): void;
  onClose(): void;
}
