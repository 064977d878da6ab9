import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { MAX_DRAWN_EPICS, MAX_SLIDES } from '@milepost/core/roadmap/drawing-limits';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { ProgressBar } from '../../../ui/progress/ProgressBar.tsx';
import styles from '../views/dialogs.module.css';
import type { ImageFormat } from '../views/task.ts';
import { download } from '../../../platform/api/download.ts';
import { TooManyRowsError, TooManySlidesError, TooTallError } from './errors.ts';
import { makeFile } from './make-file.ts';
import { useDrawingSource } from './use-drawing-source.ts';
import { exportMessages as messages, tooMany, tooManySlides, tooTall } from './messages.ts';

export interface ExportImageDialogProps {
  fullPath: string;
  /** The name of the group, or the title of the epic, of the roadmap. */
  subject: string;
  settings: RoadmapSettings;
  format: ImageFormat;
  onClose: () => void;
}

/** Creates a file and shows the progress; closing the dialog cancels it. */
export function ExportImageDialog({ fullPath, subject, settings, format, onClose }: ExportImageDialogProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const source = useDrawingSource({ fullPath, subject, settings });
  const [progress, setProgress] = useState({ step: 'loading' as 'loading' | 'drawing', share: 0 });
  const [problem, setProblem] = useState<unknown>(null);
  // The file contains what was on screen when it was requested.
  const wanted = useRef({ source, fullPath, settings, format, onClose });
  useEffect(() => {
    const stop = new AbortController();
    const { source: drawing, onClose: close, ...asked } = wanted.current;
    const make = async (): Promise<void> => {
      try {
        const file = await makeFile(
          { ...drawing, format: asked.format },
          { signal: stop.signal, onProgress: (step, share) => setProgress({ step, share }) },
        );
        download(file, fileNameOf(asked));
        close();
      } catch (error) {
        if (!stop.signal.aborted) setProblem(error);
      }
    };
    void make();
    return () => stop.abort();
  }, []);
  const label = formatMessage(progress.step === 'loading' ? messages.loading : messages.drawing);
  return (
    <Dialog
      title={formatMessage(messages.title)}
      onClose={onClose}
      footer={
        <Button onClick={onClose} data-autofocus>
          {formatMessage(problem === null ? messages.cancel : messages.close)}
        </Button>
      }
    >
      {problem === null ? (
        <div className={styles.progress}>
          <span>{label}</span>
          <ProgressBar label={label} share={progress.share * 100} />
        </div>
      ) : (
        <Alert tone="danger">{reasonOf(problem)}</Alert>
      )}
    </Dialog>
  );

  function reasonOf(error: unknown): string {
    if (error instanceof TooManyRowsError) return formatMessage(tooMany, { count: error.count, most: MAX_DRAWN_EPICS });
    if (error instanceof TooManySlidesError)
      return formatMessage(tooManySlides, { count: error.count, most: MAX_SLIDES });
    if (error instanceof TooTallError) return formatMessage(tooTall, { rows: error.maxRows });
    return formatMessage(messages.failed);
  }
}

function fileNameOf({
  fullPath,
  format,
  settings: { asOf },
}: Pick<ExportImageDialogProps, 'fullPath' | 'format' | 'settings'>) {
  const name = `${fullPath.split('/').at(-1) ?? 'group'}-roadmap${asOf ? `-${asOf}` : ''}`;
  return format === 'slides' ? `${name}-slides.pdf` : `${name}.${format}`;
}
