import { useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { useAttempt } from '../../platform/forms/use-attempt.ts';
import { ValidationError } from '../../platform/api/errors.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { pageLook } from '../../ui/page/Page.tsx';
import { changeMetricImage, removeMetricImage, type ImagesOwner, type MetricImage } from './api.ts';
import { metricMessages as messages } from './messages.ts';

export interface ImageDialogProps {
  owner: ImagesOwner;
  image: MetricImage;
  onClose(): void;
  /** Called once it is saved or deleted. */
  onDone(): void;
}

/** The text and the link of an image. */
export function EditDialog({ owner, image, onClose, onDone }: ImageDialogProps) {
  const { formatMessage } = useIntl();
  const [values, setValues] = useState({ url: image.url ?? '', url_text: image.url_text ?? '' });
  const { attempt, failure, isBusy } = useAttempt();
  const fields = failure instanceof ValidationError ? failure.fields : {};
  const isNamed = Object.keys(fields).length > 0;
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await attempt(() => changeMetricImage(owner, image.id, values))) onDone();
  };
  const field = (name: 'url' | 'url_text') => ({
    name,
    value: values[name],
    error: fields[name]?.join(', '),
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  const form = 'metric-image';
  return (
    <Dialog
      title={<FormattedMessage {...messages.editTitle} />}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage {...messages.cancel} />
          </Button>
          <Button type="submit" form={form} kind="primary" busy={isBusy}>
            <FormattedMessage {...messages.save} />
          </Button>
        </>
      }
    >
      <form id={form} className={pageLook.form} noValidate onSubmit={(event) => void save(event)}>
        <TextField {...field('url_text')} label={formatMessage(messages.linkText)} data-autofocus />
        <TextField {...field('url')} label={formatMessage(messages.link)} note={formatMessage(messages.linkNote)} />
        {failure && !isNamed && <Alert tone="danger">{failure.message}</Alert>}
      </form>
    </Dialog>
  );
}

/** Confirms the deletion of an image. */
export function RemoveDialog({ owner, image, onDone, onClose }: ImageDialogProps) {
  return (
    <ConfirmDialog
      title={<FormattedMessage {...messages.removeTitle} />}
      confirm={<FormattedMessage {...messages.removeNow} />}
      failed={<FormattedMessage {...messages.removeFailed} />}
      perform={async () => {
        await removeMetricImage(owner, image.id);
        onDone();
      }}
      onClose={onClose}
    >
      <FormattedMessage {...messages.removeText} values={{ name: image.url_text ?? image.filename }} />
    </ConfirmDialog>
  );
}
