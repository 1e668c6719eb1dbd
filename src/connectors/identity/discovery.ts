/** Where an OpenID provider describes itself. */
export const toDiscoveryUrl = ({ issuer }: { readonly issuer: string }): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
