import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from '../../platform/navigation/Link.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { Count, text } from '../../ui/text/text.tsx';
import { relatedVulnerabilitiesQuery } from './api.ts';
import { vulnerabilityMessages as messages } from './messages.ts';
import { SeverityBadge, StateBadges } from './VulnerabilityBadges.tsx';

/** The vulnerabilities of an issue; nothing where the viewer may see none. */
export function RelatedVulnerabilities(issue: { fullPath: string; iid: string }) {
  const { formatMessage } = useIntl();
  const { data = [] } = useQuery(relatedVulnerabilitiesQuery(issue));
  if (data.length === 0) return null;
  return (
    <Section title={<FormattedMessage {...messages.related} />} after={<Count value={data.length} />}>
      <Rows label={formatMessage(messages.related)}>
        {data.map((vulnerability) => (
          <Row
            key={vulnerability.id}
            before={vulnerability.severity && <SeverityBadge severity={vulnerability.severity} />}
            title={
              <Link className={`${text.titleLink} ${text.strong}`} to={vulnerability.vulnerabilityPath ?? ''}>
                {vulnerability.title}
              </Link>
            }
            note={vulnerability.position.text}
            end={<StateBadges vulnerability={vulnerability} />}
          />
        ))}
      </Rows>
    </Section>
  );
}
