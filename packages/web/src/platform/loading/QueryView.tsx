import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { ErrorState } from '../../ui/feedback/Alert.tsx';
import { Loading } from '../../ui/progress/Spinner.tsx';
import { Failure } from './Failure.tsx';
import { loadingLabel } from '../../ui/text/messages.ts';

type QueryState<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;

export interface QueryViewProps<Data> {
  query: QueryState<Data>;
  /** The message if this part of a page fails alone. Without it the whole page fails. */
  failed?: ReactNode;
  /** Replaces the spinner. */
  loading?: ReactNode;
  children(data: Data): ReactNode;
}

/** Renders the result of a query: nothing for the first 200 ms, then a spinner; an error message if it fails. */
export function QueryView<Data>({ query, failed, loading, children }: QueryViewProps<Data>) {
  const { formatMessage } = useIntl();
  const retry = (): void => void query.refetch();
  if (query.data !== undefined) return children(query.data);
  if (query.error)
    return failed === undefined ? (
      <Failure error={query.error} onRetry={retry} />
    ) : (
      <ErrorState onRetry={retry}>{failed}</ErrorState>
    );
  if (loading) return loading;
  return <Loading label={formatMessage(loadingLabel)} />;
}
