import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { parseQuery } from '@milepost/core/query';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { viewLimits } from '@milepost/core/views/views';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Checkbox, TextField } from '../../../ui/field/Field.tsx';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { queryOf } from '../settings/use-current-view.ts';
import { useRouter } from '../../../platform/navigation/router-context.ts';
import { recordOf } from '../../../platform/navigation/search.ts';
import { createView, updateView, viewsOf, type ListedView } from './api.ts';
import styles from './dialogs.module.css';
import { viewMessages as messages } from './messages.ts';

export interface ViewNameDialogProps {
  fullPath: string;
  settings: RoadmapSettings;
  /** The view to rename; null to save a new one. */
  view: ListedView | null;
  canShare: boolean;
  onClose: () => void;
}

/** Asks for the name of a view. A server error is shown below the field, and the input is kept. */
export function ViewNameDialog({ fullPath, settings, view, canShare, onClose }: ViewNameDialogProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const router = useRouter();
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const query = queryOf(settings);
      const saved = view
        ? await updateView(view, { name })
        : await createView({ fullPath, name, query, shared: isShared });
      await client.invalidateQueries({ queryKey: viewsOf(fullPath).queryKey });
      if (!view) {
        router.navigateSearch(recordOf([['view', saved.id], ...parseQuery(query)]), { replace: true });
      }
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
          <Button kind="primary" type="submit" form="roadmap-view-name" busy={isBusy}>
            {formatMessage(view ? messages.renameButton : messages.saveButton)}
          </Button>
        </>
      }
    >
      <form id="roadmap-view-name" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
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
            label={formatMessage(messages.forAll)}
            checked={isShared}
            onChange={(event) => setShared(event.target.checked)}
          />
        )}
      </form>
    </Dialog>
  );
}
