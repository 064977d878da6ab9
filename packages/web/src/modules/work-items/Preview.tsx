import { useQuery } from '@tanstack/react-query';
import { sendJson } from '../../app/http.ts';
import { restPath } from '../../app/rest.ts';
import { ErrorState } from '../../ui/Alert.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { FormattedMessage } from 'react-intl';
import { Prose } from './Prose.tsx';

/** Markdown as it will look in a project, or in a group. */
export function Preview({ text, ...place }: { text: string; project?: string; group?: string }) {
  const query = useQuery({
    queryKey: ['preview', place, text],
    queryFn: ({ signal }) =>
      sendJson<{ html: string }>(restPath('/markdown'), { method: 'POST', body: { text, ...place }, signal }),
    enabled: text.trim() !== '',
    gcTime: 60_000,
  });
  if (text.trim() === '') return <FormattedMessage id="preview.nothing" defaultMessage="Nothing to preview" />;
  if (query.isError) {
    return (
      <ErrorState onRetry={() => void query.refetch()}>
        <FormattedMessage id="preview.failed" defaultMessage="The preview could not be made." />
      </ErrorState>
    );
  }
  return query.data ? <Prose html={query.data.html} /> : <Spinner />;
}
