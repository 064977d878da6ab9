import { skipToken, useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { ChoiceIcon } from './ChoiceIcon.tsx';
import type { KindParts } from './kinds.ts';
import { useParts } from './use-parts.ts';
import styles from './filter-bar.module.css';

export interface TokenValueProps {
  type: string;
  value: string;
  /** The placeholder until the values are known. */
  plain: string;
  loadParts: () => Promise<KindParts>;
}

/** The titles of values rarely change. */
const staleTime = 300_000;

/** A value as loaded by its kind. */
export function LoadedTokenValue({ type, value, plain, loadParts }: TokenValueProps) {
  const { formatMessage } = useIntl();
  const { source } = useParts(loadParts)?.[type] ?? {};
  const question = source?.find(value);
  const { data } = useQuery({
    queryKey: question?.queryKey ?? ['filterBar', type, value],
    queryFn: question?.queryFn ?? skipToken,
    staleTime,
  });
  if (!data) return data === null && source?.missing ? formatMessage(source.missing, { value }) : plain;
  return (
    <>
      {data.icon && <ChoiceIcon icon={data.icon} size={16} />}
      <span className={styles.cut}>{data.short}</span>
    </>
  );
}
