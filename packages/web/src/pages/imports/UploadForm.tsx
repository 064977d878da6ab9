import { MAX_ARCHIVE_BYTES } from '@milepost/core/files/uploads';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { RequestError } from '../../platform/api/errors.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import { importsQuery, uploadArchive } from '../../modules/imports/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { pageLook } from '../../ui/page/Page.tsx';
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx';
import { importMessages as messages } from './messages.ts';
import styles from './Imports.module.css';

interface Running {
  name: string;
  share: number;
  stop: AbortController;
}

/** Selects an archive and uploads it, with progress. The job then runs on the server, independent of the page. */
export function UploadForm() {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [into, setInto] = useState('');
  const [problem, setProblem] = useState<'fileMissing' | 'fileTooLarge' | null>(null);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [running, setRunning] = useState<Running | null>(null);
  const sending = useRef<AbortController | null>(null);
  // Leaving cancels the upload: the page warned about it.
  useEffect(() => () => sending.current?.abort(), []);

  const send = async (file: File): Promise<void> => {
    const stop = new AbortController();
    setRunning({ name: file.name, share: 0, stop });
    setFailure(null);
    sending.current = stop;
    try {
      await uploadArchive({
        file,
        into: into.trim(),
        signal: stop.signal,
        onProgress: (share) => setRunning({ name: file.name, share, stop }),
      });
      if (input.current) input.current.value = '';
      setInto('');
    } catch (error) {
      if (error instanceof RequestError) setFailure(error);
      else if (!(error instanceof DOMException)) throw error;
    } finally {
      sending.current = null;
      setRunning(null);
      await client.invalidateQueries({ queryKey: importsQuery.queryKey });
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const file = input.current?.files?.[0];
    // Otherwise the server refuses it only after the whole limit was sent.
    const isTooLarge = file !== undefined && file.size > MAX_ARCHIVE_BYTES;
    setProblem(isTooLarge ? 'fileTooLarge' : file ? null : 'fileMissing');
    if (file && !isTooLarge && !running) void send(file);
  };
  return (
    <form className={pageLook.form} noValidate onSubmit={submit}>
      <UnsavedGuard isUnsaved={() => sending.current !== null} question={formatMessage(messages.leaveTitle)} />
      <TextField
        ref={input}
        label={formatMessage(messages.file)}
        type="file"
        accept=".tar.gz,.tgz,.gz,application/gzip"
        note={formatMessage(messages.fileNote, { limit: MAX_ARCHIVE_BYTES / 1024 ** 3 })}
        error={problem && formatMessage(messages[problem], { limit: MAX_ARCHIVE_BYTES / 1024 ** 3 })}
        onChange={() => setProblem(null)}
      />
      <TextField
        label={formatMessage(messages.into)}
        note={formatMessage(messages.intoNote)}
        spellCheck={false}
        autoCapitalize="none"
        value={into}
        onChange={(event) => setInto(event.target.value)}
      />
      <FormFailure failure={failure} />
      {running && (
        <div className={styles.progress}>
          <span role="status">
            <FormattedMessage {...messages.uploading} values={{ name: running.name }} />
          </span>
          <ProgressBar share={running.share} label={formatMessage(messages.uploading, { name: running.name })} />
        </div>
      )}
      <div className={pageLook.formActions}>
        <Button type="submit" kind="primary" busy={running !== null}>
          <FormattedMessage {...messages.start} />
        </Button>
        {running && (
          <Button onClick={() => running.stop.abort()}>
            <FormattedMessage {...messages.cancel} />
          </Button>
        )}
      </div>
    </form>
  );
}
