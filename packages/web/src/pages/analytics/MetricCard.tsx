import type { UseQueryResult } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { download } from '../../platform/api/download.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { retryLabel, loadingLabel } from '../../ui/text/messages.ts';
import { Chart, type ChartShape } from './Chart.tsx';
import { csvOf, printValue, type Figures } from './figures.ts';
import { FiguresTable } from './FiguresTable.tsx';
import {
  analyticsMessages as messages,
  firstStepMessages,
  meaningMessages,
  metricMessages,
  type MetricName,
} from './messages.ts';
import styles from './analytics.module.css';

export interface MetricCardProps<Data> {
  metric: MetricName;
  shape: ChartShape;
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPlaceholderData' | 'isFetching' | 'refetch'>;
  figuresOf(intl: IntlShape, data: Data): Figures;
  /** The filters that do not apply. */
  note?: ReactNode;
  /** What the figures are of, without a pointer over the chart. */
  range: string;
  /** The name of the file before that of the metric. */
  fileName: string;
}

/** One metric: its chart, its table and its CSV. */
export function MetricCard<Data>({ metric, shape, query, figuresOf, note, range, fileName }: MetricCardProps<Data>) {
  const intl = useIntl();
  const titleId = useId();
  const title = intl.formatMessage(metricMessages[metric]);
  const { data, error } = query;
  const figures = useMemo(() => (data === undefined ? null : figuresOf(intl, data)), [intl, data, figuresOf]);
  const save = (): void => {
    if (figures) download(new Blob([csvOf(figures)], { type: 'text/csv;charset=utf-8' }), `${fileName}-${metric}.csv`);
  };
  return (
    <section className={styles.card} aria-labelledby={titleId} aria-busy={query.isPlaceholderData}>
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {figures?.hasData && (
          <Button
            size="small"
            kind="quiet"
            icon={Download}
            aria-label={intl.formatMessage(messages.csvOf, { metric: title })}
            onClick={save}
          >
            <FormattedMessage {...messages.csv} />
          </Button>
        )}
      </div>
      <p className={styles.means}>
        <FormattedMessage {...meaningMessages[metric]} /> {note}
      </p>
      {figures?.hasData ? (
        <Drawn title={title} shape={shape} figures={figures} range={range} />
      ) : figures ? (
        <div className={styles.empty}>
          <p>
            <FormattedMessage {...messages.noData} />
          </p>
          <p>
            <FormattedMessage {...firstStepMessages[metric]} />
          </p>
        </div>
      ) : error ? (
        <Alert
          tone="danger"
          actions={
            <Button
              size="small"
              busy={query.isFetching}
              aria-label={intl.formatMessage(messages.retryOf, { metric: title })}
              onClick={() => void query.refetch()}
            >
              <FormattedMessage {...retryLabel} />
            </Button>
          }
        >
          <FormattedMessage {...messages.failed} />
        </Alert>
      ) : (
        <div className={styles.skeleton} role="status" aria-label={intl.formatMessage(loadingLabel)}>
          <i />
          <i />
        </div>
      )}
    </section>
  );
}

interface DrawnProps {
  title: string;
  shape: ChartShape;
  figures: Figures;
  range: string;
}

/** The chart below the figures of the whole range, or of the period under the pointer, and above its table. */
function Drawn({ title, shape, figures, range }: DrawnProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const [index, setIndex] = useState<number | null>(null);
  const row = index === null ? undefined : figures.rows[index];
  return (
    <>
      <p className={styles.period}>{row?.name ?? range}</p>
      <div className={styles.figures}>
        {figures.series.map(({ name, unit, values, total }) => (
          <span key={name} data-shape={shape}>
            {name} <b>{printValue(intl, unit, row && index !== null ? values[index] : total)}</b>
          </span>
        ))}
      </div>
      <Chart
        label={formatMessage(messages.chartOf, { metric: title })}
        shape={shape}
        figures={figures}
        onPoint={setIndex}
      />
      <details className={styles.details}>
        <summary aria-label={formatMessage(messages.tableOf, { metric: title })}>
          <FormattedMessage {...messages.table} />
        </summary>
        <FiguresTable label={formatMessage(messages.tableOf, { metric: title })} figures={figures} />
      </details>
    </>
  );
}
