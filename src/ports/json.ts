/** Values that survive JSON unchanged. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
/** A JSON value that is an object. */
export type JsonObject = { readonly [key: string]: Json };
