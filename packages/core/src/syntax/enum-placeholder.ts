/** Stands for an ENUM within another type, in the text that is parsed; not longer than the shortest ENUM. */
export const enumPlaceholder = '_enum_';
