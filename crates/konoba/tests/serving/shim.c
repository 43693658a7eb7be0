/* A disk with a page cache and a platter, put under a program by LD_PRELOAD.
 *
 * Whenever a file in KONOBA_TEST_DATA is flushed, its content is copied to KONOBA_TEST_PLATTER: that is what a
 * power cut leaves. While the file KONOBA_TEST_FULL exists, there is no room to write. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The name of a file in the folder that is watched; null for any other. */
static const char *name_of(const char *path) {
    const char *data = getenv("KONOBA_TEST_DATA");
    size_t length = data ? strlen(data) : 0;
    if (!length || strncmp(path, data, length) || path[length] != '/') return NULL;
    return path + length + 1;
}

static const char *name_of_fd(int fd, char path[PATH_MAX]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return NULL;
    path[length] = 0;
    return name_of(path);
}

static ssize_t real_write(int fd, const void *from, size_t count) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = dlsym(RTLD_NEXT, "write");
    return real(fd, from, count);
}

/* Copies the whole file beside its old copy and puts it in its place, so that being killed in the midst of it is
 * like being killed before. */
static void to_platter(int fd) {
    char path[PATH_MAX], draft[PATH_MAX], final[PATH_MAX], block[65536];
    const char *name = name_of_fd(fd, path), *platter = getenv("KONOBA_TEST_PLATTER");
    if (!name || !platter) return;
    snprintf(draft, sizeof draft, "%s/../draft-%d", platter, fd);
    snprintf(final, sizeof final, "%s/%s", platter, name);
    int from = open(path, O_RDONLY), to = open(draft, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ssize_t count;
    while ((count = read(from, block, sizeof block)) > 0)
        if (real_write(to, block, count) != count) abort();
    close(from);
    close(to);
    if (rename(draft, final)) abort();
}

static int is_full(int fd) {
    char path[PATH_MAX];
    const char *full = getenv("KONOBA_TEST_FULL");
    return full && !access(full, F_OK) && name_of_fd(fd, path);
}

int fsync(int fd) {
    to_platter(fd);
    return 0;
}

int fdatasync(int fd) {
    to_platter(fd);
    return 0;
}

int unlink(const char *path) {
    static int (*real)(const char *);
    if (!real) real = dlsym(RTLD_NEXT, "unlink");
    const char *name = name_of(path), *platter = getenv("KONOBA_TEST_PLATTER");
    if (name && platter) {
        char kept[PATH_MAX];
        snprintf(kept, sizeof kept, "%s/%s", platter, name);
        real(kept);
    }
    return real(path);
}

ssize_t write(int fd, const void *from, size_t count) {
    if (is_full(fd)) {
        errno = ENOSPC;
        return -1;
    }
    return real_write(fd, from, count);
}

ssize_t pwrite(int fd, const void *from, size_t count, off_t at) {
    static ssize_t (*real)(int, const void *, size_t, off_t);
    if (!real) real = dlsym(RTLD_NEXT, "pwrite");
    if (is_full(fd)) {
        errno = ENOSPC;
        return -1;
    }
    return real(fd, from, count, at);
}

ssize_t pwrite64(int fd, const void *from, size_t count, off64_t at) {
    return pwrite(fd, from, count, at);
}
