import { atMost, widthsBounded } from '../argument-rules.ts';
import { admitLimits } from '../limits.ts';
import { each, type FunctionGroup, names } from './group.ts';

export const strings: FunctionGroup = {
  kind: 'scalar',
  free: names(`
    lower lcase upper ucase length len strlen char_length character_length octet_length bit_length
    length_grapheme left left_grapheme right right_grapheme substring substr substring_grapheme overlay
    trim ltrim rtrim reverse replace translate concat concat_ws contains prefix suffix starts_with ends_with
    instr strpos position split split_part str_split string_split string_to_array
    ascii chr ord unicode hex to_hex unhex from_hex bin to_binary unbin from_binary
    base64 to_base64 from_base64 encode decode url_encode url_decode
    md5 md5_number md5_number_lower md5_number_upper sha1 sha256 hash
    nfc_normalize strip_accents format_bytes formatReadableSize formatReadableDecimalSize parse_formatted_bytes pg_size_pretty
    parse_dirname parse_dirpath parse_filename parse_path
    levenshtein editdist3 damerau_levenshtein hamming mismatches jaccard jaro_similarity jaro_winkler_similarity
    array_to_string array_to_string_comma_default`).map((name) => name.toLowerCase()),
  bounded: {
    repeat: [atMost(1, admitLimits.paddingMax, 'count')],
    ...each('lpad rpad', atMost(1, admitLimits.paddingMax, 'width')),
    bar: [atMost(3, admitLimits.formatWidthMax, 'width')],
    to_base: [atMost(2, 64, 'minimum length')],
    ...each('printf format', widthsBounded),
  },
};
