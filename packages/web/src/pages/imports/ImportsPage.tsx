import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { AdministratorsOnly } from '../../platform/loading/Failure.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { useTitle } from '../../platform/navigation/title.tsx';
import { importsQuery } from '../../modules/imports/api.ts';
import { PageBody, PageHead, Section } from '../../ui/page/Page.tsx';
import { text } from '../../ui/text/text.tsx';
import { ImportCard } from './ImportCard.tsx';
import { UploadForm } from './UploadForm.tsx';
import { importMessages as messages } from './messages.ts';
import styles from './Imports.module.css';

/** Imports of groups and projects: upload, progress and report. For administrators. */
export function ImportsPage() {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title));
  return (
    <AdministratorsOnly>
      <Imports />
    </AdministratorsOnly>
  );
}

function Imports() {
  const query = useQuery(importsQuery);
  return (
    <PageBody width="form">
      <PageHead title={<FormattedMessage {...messages.title} />} />
      <p className={styles.lead}>
        <FormattedMessage {...messages.lead} />
      </p>
      <UploadForm />
      <Section title={<FormattedMessage {...messages.list} />}>
        <QueryView query={query} failed={<FormattedMessage {...messages.listFailed} />}>
          {(imports) =>
            imports.length === 0 ? (
              <p className={text.quiet}>
                <FormattedMessage {...messages.none} />
              </p>
            ) : (
              <ul className={styles.list}>
                {imports.map((view, index) => (
                  <li key={view.id}>
                    <ImportCard view={view} isNewest={index === 0} />
                  </li>
                ))}
              </ul>
            )
          }
        </QueryView>
      </Section>
    </PageBody>
  );
}
