import { LogIn } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { session } from '../../platform/session/session.ts';
import { buttonLook } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';

/** A link to the sign-in page of each OpenID Connect provider. The server answers with a redirect to it, so it is no link of the router. */
export function ProviderButtons({ redirect, isRemembered }: { redirect: string; isRemembered: boolean }) {
  return session().signInProviders.oidc.map(({ name, label }) => {
    const search = new URLSearchParams({ redirect, remember: String(isRemembered) });
    return (
      <a key={name} href={`/users/auth/${name}?${search.toString()}`} {...buttonLook('secondary', 'large')}>
        <Icon of={LogIn} />
        <FormattedMessage id="signIn.withProvider" defaultMessage="Sign in with {label}" values={{ label }} />
      </a>
    );
  });
}
