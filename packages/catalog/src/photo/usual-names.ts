import type { UsualNames } from '../table.ts';

/** Names of the address of a post, which contains its shortcode. */
const addresses = [
  'posturl',
  'permalink',
  'url',
  'link',
  'postlink',
  'postpermalink',
  'instagramurl',
  'inputurl',
];

const times = [
  'unixtimestamp',
  'takenat',
  'takenattimestamp',
  'createdat',
  'dateposted',
  'timestamp',
  'date',
  'datetime',
  'publishedat',
  'postdate',
  'postcreated',
  'posteddate',
  'postedat',
  'posted',
  'published',
  'created',
  'time',
];

const likes = ['likecount', 'likes', 'likescount', 'numlikes', 'totallikes', 'edgemediapreviewlikecount'];
const comments = [
  'commentcount',
  'comments',
  'commentscount',
  'numcomments',
  'totalcomments',
  'edgemediatocommentcount',
];
const usernames = [
  'username',
  'ownerusername',
  'userposted',
  'author',
  'user',
  'handle',
  'account',
  'owner',
  'userusername',
  'authorusername',
  'accountusername',
  'profile',
];
const captions = ['caption', 'captiontext', 'description', 'text', 'body', 'content', 'message', 'title'];

/** Usual names of photo posts, comments and accounts. Other platforms have the same ones: the records must tell theirs. */
export const usualNames: readonly UsualNames[] = [
  {
    table: 'comments',
    rank: 10,
    needsPlatform: true,
    vague: ['id'],
    needs: ['id', 'media_id', 'text'],
    needsOne: ['text'],
    columns: {
      id: ['commentid', 'cid', 'commentpk', 'id'],
      media_id: ['mediaid', 'postid', 'shortcode', 'postcode', ...addresses, 'commenturl'],
      text: ['text', 'comment', 'commenttext', 'content', 'body'],
      user_pk: ['userid', 'userpk', 'ownerid', 'authorid'],
      username: usernames,
      full_name: ['fullname', 'name', 'authorfullname'],
      profile_pic_url: ['profilepicurl', 'ownerprofilepicurl', 'avatar', 'avatarurl'],
      created_at: times,
      like_count: [...likes, 'commentlikecount'],
    },
  },
  {
    table: 'posts',
    rank: 20,
    needsPlatform: true,
    needs: ['id', 'created_at'],
    needsOne: ['like_count', 'caption'],
    columns: {
      id: ['shortcode', 'code', 'shortcodeid', ...addresses, 'id', 'mediaid', 'pk', 'postid'],
      media_id: ['mediaid', 'pk', 'mediapk', 'igid', 'postid', 'id', 'shortcode', 'code', ...addresses],
      username: usernames,
      caption: captions,
      like_count: likes,
      comment_count: comments,
      created_at: times,
      media_type: [
        'producttype',
        'mediaproducttype',
        'mediatype',
        'contenttype',
        'posttype',
        'type',
        'isvideo',
      ],
      media_url: ['displayurl', 'mediaurl', 'imageurl', 'thumbnailurl', 'thumbnail', 'imageurls', 'photo'],
      video_url: ['videourl', 'video'],
      hashtags: ['hashtags', 'tags'],
      location: ['location', 'locationname', 'place'],
    },
  },
  {
    table: 'profiles',
    rank: 30,
    needsPlatform: true,
    needs: ['username', 'follower_count'],
    needsOne: ['follower_count'],
    excludes: [...likes, 'shortcode', 'caption', ...times.slice(0, 5)],
    columns: {
      username: ['username', 'handle', 'account', 'accountname', 'user', 'profilename'],
      user_id: ['userid', 'pk', 'id', 'profileid'],
      full_name: ['fullname', 'name', 'displayname'],
      bio: ['bio', 'biography', 'description'],
      profile_pic_url: ['profilepicurl', 'profilepicurlhd', 'profileimagelink', 'profileimageurl', 'avatar'],
      category: ['category', 'categoryname', 'businesscategoryname', 'businesscategory'],
      external_url: ['externalurl', 'website'],
      follower_count: ['followercount', 'followers', 'followerscount', 'numfollowers', 'edgefollowedbycount'],
      following_count: [
        'followingcount',
        'following',
        'follows',
        'followscount',
        'numfollowing',
        'edgefollowcount',
      ],
      post_count: ['postcount', 'posts', 'postscount', 'mediacount', 'numposts'],
      is_verified: ['isverified', 'verified'],
      is_business: ['isbusiness', 'isbusinessaccount'],
    },
  },
];
