import { useQuery } from '@tanstack/react-query';
import { sendJson } from '../../platform/api/http.ts';
import { Alert, ErrorState } from '../../ui/feedback/Alert.tsx';
import { Spinner } from '../../ui/progress/Spinner.tsx';
import { FormattedMessage } from 'react-intl';
import { Prose } from './Prose.tsx';
import { endpointOf, type TextContext } from './text-context.ts';

interface Previewed {
  body: string;
  references: {
    /** The effects of its quick actions. */
    commands: string;
    command_errors: readonly string[];
  };
}

/** A preview of rendered Markdown, and of the effects of its quick actions. */
export function Preview({ text, context }: { text: string; context: TextContext }) {
  const query = useQuery({
    queryKey: ['preview', context, text],
    queryFn: ({ signal }) =>
      sendJson<Previewed>(`${endpointOf(context)}/preview_markdown`, {
        method: 'POST',
        body: { text, target_type: context.type, ...(context.iid !== null && { target_id: context.iid }) },
        signal,
      }),
    enabled: text.trim() !== '',
    gcTime: 60_000,
  });
  if (text.trim() === '') return <FormattedMessage id="preview.nothing" defaultMessage="Nothing to preview" />;
  if (query.isError) {
    return (
      <ErrorState onRetry={() => void query.refetch()}>
        <FormattedMessage id="preview.failed" defaultMessage="Could not load the preview." />
      </ErrorState>
    );
  }
  if (!query.data) return <Spinner />;
  const { commands, command_errors: errors } = query.data.references;
  return (
    <>
      <Prose html={query.data.body} />
      {commands !== '' && <Alert tone="info">{commands}</Alert>}
      {errors.length > 0 && <Alert tone="warning">{errors.join(' ')}</Alert>}
    </>
  );
}
