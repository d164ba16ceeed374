/** Words that begin what follows WHERE in a SELECT: a clause, or another SELECT. */
export const wordsAfterWhere =
  'group having window qualify order limit offset fetch union intersect except using'.split(' ');
