import { ShieldCheck } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { restPath } from '../../platform/api/rest.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { pageMessages as messages } from './messages.ts';
import { UploadReport } from './UploadReport.tsx';
import styles from './Vulnerabilities.module.css';

/** Explains how a project gets its first report. */
export function FirstReport({ home, isUploader }: { home: NamespaceRef; isUploader: boolean }) {
  const { formatMessage } = useIntl();
  const path = restPath(`/projects/${encodeURIComponent(home.fullPath)}/vulnerability_reports`);
  const address = new URL(path, window.location.origin).href;
  const command = [
    'curl --fail --request POST --header "PRIVATE-TOKEN: $TOKEN" \\',
    `  --data-binary @report.sarif "${address}"`,
  ].join('\n');
  return (
    <>
      <EmptyState
        icon={ShieldCheck}
        title={<FormattedMessage {...messages.first} />}
        actions={isUploader && <UploadReport fullPath={home.fullPath} />}
      >
        <FormattedMessage {...(home.kind === 'project' ? messages.firstWhy : messages.firstOfGroup)} />
      </EmptyState>
      {home.kind === 'project' && (
        <pre className={styles.command} role="region" aria-label={formatMessage(messages.command)} tabIndex={0}>
          {command}
        </pre>
      )}
    </>
  );
}

export function NoneFound({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) {
  return (
    <EmptyState
      icon={ShieldCheck}
      title={<FormattedMessage {...messages.none} />}
      actions={
        isFiltered && (
          <Button onClick={onClear}>
            <FormattedMessage {...messages.clear} />
          </Button>
        )
      }
    >
      <FormattedMessage {...(isFiltered ? messages.noMatch : messages.noneReported)} />
    </EmptyState>
  );
}
