import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { EmptyState } from '../../../ui/feedback/Alert.tsx';
import { isBehindLink } from '../data/request.ts';
import { firstRecordQuery, lacksRecords } from './api.ts';
import { asOfMessages } from './messages.ts';

/** In place of an empty chart: says that the group has no records for the day, otherwise why the chart is empty. */
export function Records({ fullPath, day, children }: { fullPath: string; day: string; children?: ReactNode }) {
  const { formatMessage } = useIntl();
  const { data: first } = useQuery({ ...firstRecordQuery(fullPath), enabled: !isBehindLink() });
  if (!lacksRecords(day, first)) return children;
  return <EmptyState icon={History} title={formatMessage(asOfMessages.noRecords)} />;
}
