import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { factorsQuery } from '../../modules/users/second-factor-api.ts';
import { secondFactorMessages as messages } from '../../modules/users/second-factor-messages.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { Badge } from '../../ui/text/Badge.tsx';

/** Whether the viewer has a second factor, and a link to its page. */
export function SecondFactor() {
  const { formatMessage } = useIntl();
  const query = useQuery(factorsQuery);
  return (
    <Section title={<FormattedMessage {...messages.title} />}>
      <QueryView query={query} failed={<FormattedMessage {...messages.failed} />}>
        {({ totp_since: since, passkeys }) => {
          const isOn = since !== null || passkeys.length > 0;
          return (
            <Rows label={formatMessage(messages.title)}>
              <Row
                before={<Icon of={ShieldCheck} />}
                title={
                  <Badge tone={isOn ? 'success' : 'neutral'}>
                    <FormattedMessage {...(isOn ? messages.on : messages.off)} />
                  </Badge>
                }
                note={<FormattedMessage {...messages.kinds} />}
                end={
                  <ButtonLink size="small" to={{ page: 'twoFactor' }}>
                    <FormattedMessage {...messages.manage} />
                  </ButtonLink>
                }
              />
            </Rows>
          );
        }}
      </QueryView>
    </Section>
  );
}
