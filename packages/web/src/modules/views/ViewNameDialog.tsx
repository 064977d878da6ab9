import { viewLimits } from '@milepost/core/views/views';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../ui/button/Button.tsx';
import { Checkbox, TextField } from '../../ui/field/Field.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { createView, updateView, viewsOf, type ListedView } from './api.ts';
import { viewMessages as messages } from './messages.ts';
import { useShowView } from './use-view-actions.ts';
import type { ViewScene } from './view-scene.ts';
import styles from './views.module.css';

export interface ViewNameDialogProps {
  scene: ViewScene;
  /** The view to rename; null to save a new one. */
  view: ListedView | null;
  canShare: boolean;
  onClose: () => void;
}

/** Asks for the name of a view. A server error is shown below the field, and the input is kept. */
export function ViewNameDialog({ scene, view, canShare, onClose }: ViewNameDialogProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const show = useShowView(scene);
  const { kind, home, query } = scene;
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const saved = view
        ? await updateView(view, { name })
        : await createView({ kind, home, name, query, shared: isShared });
      await client.invalidateQueries({ queryKey: viewsOf(scene).queryKey });
      if (!view) show(query, saved.id);
      toast({ text: formatMessage(messages.saved, { name: saved.name }) });
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={formatMessage(view ? messages.renameTitle : messages.saveTitle)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{formatMessage(messages.cancel)}</Button>
          <Button kind="primary" type="submit" form="view-name" busy={isBusy}>
            {formatMessage(view ? messages.renameButton : messages.saveButton)}
          </Button>
        </>
      }
    >
      <form id="view-name" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={formatMessage(messages.name)}
          value={name}
          maxLength={viewLimits.nameLength}
          onChange={(event) => setName(event.target.value)}
          note={view ? undefined : formatMessage(messages.saveNote)}
          error={problem}
          data-autofocus
        />
        {canShare && (
          <Checkbox
            label={formatMessage(messages.forAll, { kind: home.kind })}
            checked={isShared}
            onChange={(event) => setShared(event.target.checked)}
          />
        )}
      </form>
    </Dialog>
  );
}
