/**
 * What the text is for. `json`: a JSON value, in quotes unless it is a number, a boolean or nested. `field`: a field of
 * CSV before quoting. `name`: text that stands for the value elsewhere, such as a key of an object.
 * They differ in quotes, and in NaN and the infinities: `null`, nothing, `NaN`.
 */
export type TextForm = 'json' | 'field' | 'name';
