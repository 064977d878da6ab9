import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { RequestError } from './errors.ts';

export interface ConfirmDialogProps {
  title: ReactNode;
  /** What it means. */
  children: ReactNode;
  /** The button that does it. */
  confirm: ReactNode;
  /** Said when it did not work; the question stays. */
  failed: ReactNode;
  perform(): Promise<void>;
  /** Called once it is done, or given up. */
  onClose(): void;
}

/** Asks before something goes that cannot be brought back. */
export function ConfirmDialog({ title, children, confirm, failed, perform, onClose }: ConfirmDialogProps) {
  const [state, setState] = useState<'asking' | 'busy' | 'failed'>('asking');
  const run = async (): Promise<void> => {
    setState('busy');
    try {
      await perform();
      onClose();
    } catch (error) {
      setState('failed');
      if (!(error instanceof RequestError)) throw error;
    }
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            <FormattedMessage id="app.cancel" defaultMessage="Cancel" />
          </Button>
          <Button kind="danger" busy={state === 'busy'} onClick={() => void run()}>
            {confirm}
          </Button>
        </>
      }
    >
      {state === 'failed' && <Alert tone="danger">{failed}</Alert>}
      <p>{children}</p>
    </Dialog>
  );
}
