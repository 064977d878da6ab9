import type { Holder } from '../data/levels.ts';

/** The props of every form of the tree. */
export interface TreeFormProps {
  /** Of the parent epic. */
  facts: Holder;
  /** The address of its page. */
  epicPath: string;
  /** Something was added. */
  onDone(): void;
  onClose(): void;
}
