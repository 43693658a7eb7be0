/* A disk that takes KONOBA_FSYNC_MS milliseconds longer to flush, put under a program by LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static void dawdle(void) {
    const char *text = getenv("KONOBA_FSYNC_MS");
    long millis = text ? atol(text) : 0;
    struct timespec left = {millis / 1000, millis % 1000 * 1000000};
    while (nanosleep(&left, &left)) {}
}

int fsync(int fd) {
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "fsync");
    dawdle();
    return real(fd);
}

int fdatasync(int fd) {
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
    dawdle();
    return real(fd);
}
