import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { formatDay } from '@milepost/core/days';
import { MAX_DRAWN_EPICS } from '@milepost/core/roadmap/drawing-limits';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { ProgressBar } from '../../../ui/progress/ProgressBar.tsx';
import { datesBeforeQuery } from '../compare/api.ts';
import { milestonesOf } from '../data/api.ts';
import { timelineMilestones } from '../data/use-milestones.ts';
import { useTimeframeText } from '../messages/use-timeframe-text.ts';
import styles from '../views/dialogs.module.css';
import { download } from '../../../platform/api/download.ts';
import { TooManyRowsError, TooTallError } from './errors.ts';
import { makeFile } from './make-file.ts';
import { exportMessages as messages, tooMany, tooTall } from './messages.ts';

export interface ExportImageDialogProps {
  fullPath: string;
  /** The name of the group, or the title of the epic, of the roadmap. */
  subject: string;
  settings: RoadmapSettings;
  format: 'svg' | 'png' | 'pdf';
  onClose: () => void;
}

/** Creates a file and shows the progress; closing the dialog cancels it. */
export function ExportImageDialog({ fullPath, subject, settings, format, onClose }: ExportImageDialogProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const client = useQueryClient();
  const timeframeText = useTimeframeText();
  const [progress, setProgress] = useState({ step: 'loading' as 'loading' | 'drawing', share: 0 });
  const [problem, setProblem] = useState<unknown>(null);
  // The file contains what was on screen when it was requested.
  const wanted = useRef({ fullPath, name: subject, settings, format, intl, timeframeText, client, onClose });
  useEffect(() => {
    const stop = new AbortController();
    const { client: cache, onClose: close, ...asked } = wanted.current;
    const make = async (): Promise<void> => {
      try {
        const file = await makeFile(
          {
            ...asked,
            timeframeText: asked.timeframeText,
            milestones: async (timeframe, today) => {
              const days = { start: formatDay(timeframe.from), end: formatDay(timeframe.to) };
              const nodes = await cache.fetchQuery(milestonesOf(asked.fullPath, days));
              return timelineMilestones(nodes, asked.settings.milestonesType, timeframe, today, asked.timeframeText);
            },
            datesBefore: (snapshotId, ids) => cache.fetchQuery(datesBeforeQuery(asked.fullPath, snapshotId, ids)),
          },
          { signal: stop.signal, onProgress: (step, share) => setProgress({ step, share }) },
        );
        download(file, `${asked.fullPath.split('/').at(-1) ?? 'group'}-roadmap.${asked.format}`);
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
    if (error instanceof TooTallError) return formatMessage(tooTall, { rows: error.maxRows });
    return formatMessage(messages.failed);
  }
}
