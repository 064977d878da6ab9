import { type ReactNode, useState } from 'react';
import { DangerFoot } from '../../ui/overlay/DangerFoot.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { RequestError } from '../api/errors.ts';
import { FormFailure } from './FormFailure.tsx';

export interface ConfirmDialogProps {
  title: ReactNode;
  /** What it means. */
  children: ReactNode;
  /** Below the text: an option of the action. */
  after?: ReactNode;
  /** The label of the confirming button. */
  confirm: ReactNode;
  /** Shown with the server's reason when it failed; the dialog stays open. */
  failed: ReactNode;
  perform(): Promise<void>;
  /** Called after it is done, or on cancel. */
  onClose(): void;
}

/** Confirms an irreversible action. */
export function ConfirmDialog({ title, children, after, confirm, failed, perform, onClose }: ConfirmDialogProps) {
  const [state, setState] = useState<'asking' | 'busy' | RequestError>('asking');
  const run = async (): Promise<void> => {
    setState('busy');
    try {
      await perform();
      onClose();
    } catch (error) {
      setState(error instanceof RequestError ? error : 'asking');
      if (!(error instanceof RequestError)) throw error;
    }
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <DangerFoot onCancel={onClose} busy={state === 'busy'} onClick={() => void run()}>
          {confirm}
        </DangerFoot>
      }
    >
      {state instanceof RequestError && <FormFailure failure={state} title={failed} />}
      <p>{children}</p>
      {after}
    </Dialog>
  );
}
