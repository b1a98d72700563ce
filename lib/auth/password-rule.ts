/** Length is what counts; scrypt makes long ones no slower, the upper limit only bounds the body. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
